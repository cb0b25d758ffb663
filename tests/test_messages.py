"""`make messages` collects texts."""

import os
import shutil

import polib
import pytest
from django.core.management import call_command
from django.test import override_settings


@pytest.mark.skipif(not (shutil.which("xgettext") or os.environ.get("CI")), reason="gettext is not installed")
def test_a_new_text_never_takes_the_translation_of_a_similar_one(tmp_path, monkeypatch):
    file = tmp_path / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Content-Transfer-Encoding": "8bit"}
    catalogue.append(polib.POEntry(msgid="No units yet. Add one.", msgstr="Rien encore. Ajoutez une unité."))
    catalogue.save(str(file))
    (tmp_path / "texts.py").write_text('_("Nothing here yet. Add a units.")\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with override_settings(LOCALE_PATHS=[tmp_path / "locale"]):
        call_command("makemessages", locale=["fr"], no_obsolete=True, verbosity=0)
    (entry,) = polib.pofile(str(file))
    assert (entry.msgid, entry.msgstr, entry.flags) == ("Nothing here yet. Add a units.", "", [])
