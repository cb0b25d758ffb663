"""QR codes as SVG inside the page, so that nothing is fetched."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(address: str, title: str) -> SafeString:
    """The QR code of an address as an SVG element; `title` describes it for screen readers."""
    code = segno.make(address, micro=False, error="m")
    return mark_safe(code.svg_inline(title=title, border=0, omitsize=True, dark="#000", light=None))
