"""The register of Chain Reaction's checks; the files in `checks/` fill it, a file per chapter of the compendium."""

from rules.checks import Register

REGISTER = Register(book="Chain Reaction")
KINDS = ("star", "npc")


def check_figure(id, demand, having=None, **about):
    """Register a function as the check of a rule that holds for the Star as for the others."""
    made = REGISTER.rule(id, demand, **about)

    def register(run):
        for kind in KINDS:
            REGISTER.report(made, on=kind, having=having)(run)
        return run

    return register
