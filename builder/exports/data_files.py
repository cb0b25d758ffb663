"""The data files of BattleScribe and New Recruit that a game's book is: `DataFileSpec`, registered in `DATA_FILES`."""

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, tostring

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from builder.registry import Registry, catalogue_or_404
from builder.texts.selections import OURS
from rules.catalogue import Catalogue

VERSION = "2.03"  # of BattleScribe
POINTS = "points"  # the id of the type of costs
SAME_DATE = (2026, 1, 1, 0, 0, 0)  # of files in a ZIP: equal lists are equal files


@dataclass(frozen=True)
class DataFileSpec:
    """What a game brings.

    write -- (catalogue) -> its game system and its catalogue in the active language; None: the game has no such files
    apart -- kind of unit -> the key whose value tells apart the entries of units of this kind
    """

    write: Callable[[Catalogue], tuple[Element, Element]] | None = None
    apart: Mapping[str, str] = field(default_factory=dict)

    def entry_of_unit(self, values: Mapping[str, Any]) -> str:
        """The id of the entry of a unit whose document has these values."""
        key = self.apart.get(values["kind"], "")
        value = values.get(key)
        if not value:
            return str(values["kind"])
        return f"{values['kind']}.{key}" if value is True else f"{values['kind']}.{key}.{value}"


DATA_FILES: Registry[DataFileSpec] = Registry("DataFileSpec", DataFileSpec())


class MadeFiles(NamedTuple):
    """The files of a book in one language by their names, none where its game has none; the ids of their entries."""

    catalogue: Catalogue
    files: dict[str, bytes]
    ids: frozenset[str]


_MADE: dict[tuple[str, str, str], MadeFiles] = {}


def made_files(catalogue: Catalogue) -> MadeFiles:
    """Made once for each state of a book and each language."""
    key = catalogue.game, catalogue.edition, get_language() or "fr"
    made = _MADE.get(key)
    if made is None or made.catalogue is not catalogue:
        write = DATA_FILES[catalogue.game].write
        roots = dict(zip(("gst", "cat"), write(catalogue), strict=True)) if write else {}
        files = {f"{OURS}{catalogue.game}.{ending}": written(root) for ending, root in roots.items()}
        ids = (entry.get("id", "") for root in roots.values() for entry in root.iter("selectionEntry"))
        made = _MADE[key] = MadeFiles(catalogue, files, frozenset(ids))
    return made


def written(root: Element) -> bytes:
    text: bytes = tostring(root, "utf-8", xml_declaration=True)
    return text


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A ZIP file that is the same whenever its files are."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, SAME_DATE), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


@require_safe
def data_files_zip(_request: HttpRequest, game: str) -> HttpResponse:
    files = made_files(catalogue_or_404(game)).files
    if not files:
        raise Http404
    disposition = f'attachment; filename="{OURS}{game}.zip"'
    return HttpResponse(zipped(files), content_type="application/zip", headers={"Content-Disposition": disposition})
