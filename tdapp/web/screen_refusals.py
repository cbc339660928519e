"""What is said where something about the screens is refused: one sentence that says what to do."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from tdapp.opens.models import Open
from tdapp.web.wording import Say, Sentences


def ratio(value: float, open: Open | None) -> str:
    """A contrast as it is written: 4.5 or 4,5."""
    return number_format(value, 1)


LOOK_AGAIN = (Say(_("The screens have no such thing to show: look at the page again.")),)

DISPLAYS: Sentences = {
    "display_code_unreadable": (
        Say(_("That is no code of a TV: type the six letters and digits that the TV shows.")),
    ),
    "display_gone": (Say(_("That TV is no longer on the list: add it again with the code it shows.")),),
    "display_open_elsewhere": (Say(_("That open is of another tour: choose one of this tour.")),),
    "page_unknown": LOOK_AGAIN,
    "page_twice": (Say(_("A page stands in the list twice: look at the page again.")),),
    "sound_unknown": LOOK_AGAIN,
    "message_kind_unknown": LOOK_AGAIN,
    "announced_table_missing": (Say(_("Which table? Choose one that is being played.")),),
    "seconds_out_of_range": (Say(_("That is too short or too long: type %(least)s to %(most)s seconds.")),),
    "volume_out_of_range": (Say(_("The volume goes from 0 to 100: type a number between.")),),
    "message_missing": (Say(_("The message is empty: type it, or tap one of those offered.")),),
    "message_too_long": (Say(_("The message is too long for a screen: type at most %(longest)s letters.")),),
    "announcement_over": (Say(_("That is off the screens already: nothing is left to end.")),),
    "colour_unreadable": (
        Say(_("“%(text)s” is no colour: pick one, or type it like #0f3d2c.")),
    ),
    "background_too_light": (
        Say(
            _(
                "On this background the time would have a contrast of %(ratio)s and it needs %(needed)s: "
                "take %(nearest)s, the nearest that has it, or a darker one."
            ),
            ratio=ratio,
            needed=ratio,
        ),
    ),
    "accent_too_dark": (
        Say(
            _(
                "On the background this colour would have a contrast of %(ratio)s and it needs %(needed)s: "
                "take %(nearest)s, the nearest that has it, or a lighter one."
            ),
            ratio=ratio,
            needed=ratio,
        ),
    ),
    "logo_too_heavy": (Say(_("The logo is too heavy: choose a file of at most %(megabytes)s MB.")),),
    "logo_too_large": (
        Say(_("The logo has too many pixels: choose one of at most %(megapixels)s megapixels.")),
    ),
    "logo_unreadable": (Say(_("That file is no PNG or JPEG picture: choose another.")),),
}  # fmt: skip
