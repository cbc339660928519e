"""RuleError carries a code and its parameters."""

from tdapp.rules.errors import RuleError


def test_an_error_shows_its_code_and_parameters():
    error = RuleError("winner_folded", seat=4)
    assert (error.code, error.params, error.overrule) == ("winner_folded", {"seat": 4}, False)
    assert str(error) == "winner_folded(seat=4)"
