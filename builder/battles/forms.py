"""The forms of battles: starting one, joining one."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from builder.battles.spec import BattleSpec
from builder.web.forms import TextField
from builder.wording import in_words
from rules.catalogue import Catalogue
from rules.play.actions import Choice
from rules.text import Text

ASKS_FOR_ROLES = {  # another scenario may have other roles: the form is asked for again
    "hx-get": "",
    "hx-target": "#new-battle",
    "hx-select": "#new-battle",
    "hx-swap": "outerMorph",  # what is being written stays
    "hx-include": "[name=player], [name=others]",
}


def set_choices(form: forms.Form, name: str, choices: Sequence[Choice]) -> None:
    """Let a field choose between these; without any there is no such field."""
    if choices:
        pairs = [("", "–"), *((choice.slug, in_words(choice.name)) for choice in choices)]
        form.fields[name].choices = pairs  # type: ignore[attr-defined]
    else:
        del form.fields[name]


class PlayerForm(forms.Form):
    """Who plays a list, in which role, with whom; `role` and `team` only where there is a choice."""

    player = TextField(label=_("Player"), max_length=100, required=False)
    role = forms.ChoiceField(label=_("Role"), required=False)
    team = forms.TypedChoiceField(label=_("You play"), required=False, coerce=int, empty_value="0")

    def __init__(
        self,
        *args: Any,
        spec: BattleSpec,
        catalogue: Catalogue,
        scenario: str | None,
        teams: Sequence[tuple[int, str]] = (),
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        set_choices(self, "role", spec.roles(catalogue, scenario))
        self.fields["team"].choices = teams  # type: ignore[attr-defined]
        if not teams:
            del self.fields["team"]


class StartForm(PlayerForm):
    """A new battle; `scenario`, `against` and `help` only where the game has some to choose from."""

    field_order = ("scenario", "role", "against", "help", "player")
    against = forms.ChoiceField(label=_("Against whom the game plays"), required=False)
    help = forms.ChoiceField(label=_("Help"), required=False)
    scenario = forms.ChoiceField(label=_("Scenario"), required=False, widget=forms.Select(attrs=ASKS_FOR_ROLES))

    def __init__(self, *args: Any, spec: BattleSpec, catalogue: Catalogue, **options: Any) -> None:
        super().__init__(*args, spec=spec, catalogue=catalogue, **options)
        set_choices(self, "scenario", spec.scenarios(catalogue))
        sides = spec.against(catalogue).items()
        set_choices(self, "against", [Choice(word, Text(side.name, side.name)) for word, side in sides])
        set_choices(self, "help", spec.helps)
