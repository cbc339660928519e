"""The address of a live page, for templates."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.utils import translation

from tdapp.live import registry

register = template.Library()


@register.simple_tag
def live_address(surface: str, code: str) -> str:
    """``{% live_address "screen" open.code %}``: the stream of a page in the viewer's language."""
    language = translation.get_language() or settings.LANGUAGE_CODE
    return registry.path(registry.Address(surface, code, language))
