"""Lengths for the drawings of the kit."""


def mm(length: float) -> str:
    """A length for an SVG, which has no decimal comma."""
    return f"{length:.2f}".rstrip("0").rstrip(".")
