"""static/css/, a file for each kind of page, served as one: bivouac.css."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import FileSystemStorage

BUNDLE = "bivouac.css"
# In the order of the cascade.
PARTS = [
    "base", "start", "head", "editor", "picker", "editor-narrow", "shared", "book", "errors", "dice",
    "gatherings", "my-lists", "career", "account", "print-page",
]  # fmt: skip


class BundlingFinder(FileSystemFinder):
    """The files of static/, but for those of static/css/ the bundle."""

    def find(self, path: str, *args: Any, **options: Any) -> Any:
        return str(bundle()) if path == BUNDLE else super().find(path, *args, **options)

    def list(self, ignore_patterns: Any) -> Iterator[Any]:
        yield BUNDLE, FileSystemStorage(location=bundle().parent)
        for path, storage in super().list(ignore_patterns):
            if not path.startswith("css/"):
                yield path, storage


def bundle() -> Path:
    """The path of the bundle in DATA_DIR, without comments, written anew where a part has changed."""
    files = [settings.BASE_DIR / "static" / "css" / f"{part}.css" for part in PARTS]
    css = "\n".join(file.read_text("utf-8") for file in files).replace("url(../", "url(")
    css = re.sub(r"/\*.*?\*/\n?", "", css, flags=re.DOTALL)
    path = Path(settings.DATA_DIR, "css", BUNDLE)
    if not path.exists() or path.read_text("utf-8") != css:
        path.parent.mkdir(exist_ok=True)
        written = path.with_suffix(f".{os.getpid()}")  # processes may start at the same time
        written.write_text(css, "utf-8")
        written.replace(path)
    return path
