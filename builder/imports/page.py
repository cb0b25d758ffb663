"""A page that reads files and pasted texts, shows what was understood, and does what is asked with the ticked lists."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO, cast

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext, ngettext

from builder.accounts.browsers import browser_of
from builder.accounts.form_answers import DOUBLE_CLICK, idempotent
from builder.accounts.limits import require_allowed
from builder.exports.queue import QueueFull, Waiting
from builder.imports.files import TextFile, texts_of_upload
from builder.imports.reading import MOST_LISTS, ImportedList
from builder.imports.review import MOST_FILES, NAME, TEXT, ReviewedFile, chosen_texts, reviewed, texts_in_form, to_store
from builder.imports.worker import ChosenText, NotRead, read_all
from builder.lists import history
from builder.lists.access import grant_and_open
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.models import RosterGrant
from builder.lists.pictures import store_pictures, with_pictures_among
from builder.pictures.decoding import archived_pictures
from builder.pictures.taking import KEPT, NotTaken, forget_pictures, pictures_of, requested
from builder.registry import games_with_books
from builder.web.page_cookie import home
from builder.web.way_back import asked_back, keep_way_back
from builder.wording import say
from rules.text import Message, _

MOST_CARRIED = 900_000  # bytes of all texts, which the page carries until they are kept
PICTURE = re.compile(r'"picture": ?"([0-9a-f]{32})"').findall  # names of photos in a list
PASTED = ""  # the name of what was pasted
BUSY, REDIRECT = 503, 302


class ImportPage:
    """The page Import. Without texts, the form; with texts, what they were read as; then what `action` asks for."""

    TEMPLATE = "imports/import.html"
    ACTIONS: tuple[str, ...] = ("keep",)
    MOST = MOST_LISTS
    SENDS_TO = ""  # the name of the address that its form goes to; "": its own
    NOTHING_TICKED = _("Tick a list to import.")

    def __init__(self, request: HttpRequest) -> None:
        self.request, self.fields = request, request.POST
        self.carried, self.photos = texts_in_form(self.fields), self.fields.get(KEPT, "")
        self.problems: Sequence[TextFile] = ()
        self.files: Sequence[ReviewedFile] = ()

    def respond(self) -> HttpResponseBase:
        if self.request.method != "POST":
            return self.page(text=self.request.GET.get("text", ""))
        files = self.carried or self.uploaded()
        if error := self.too_much(files):
            return self.refused(error)
        self.problems = [file for file in files if file.problem]
        texts = chosen_texts([file for file in files if not file.problem], self.fields)
        try:
            lists = self.read(texts)
        except Waiting:
            return self.wait([file for file, _game, _choices in texts])
        except QueueFull:
            return self.refused(gettext("Many files are being made. Try again in a minute."), BUSY)
        except NotRead as reason:
            return self.refused(gettext(str(reason)))
        return self.answer(texts, lists)

    def answer(self, texts: Sequence[ChosenText], lists: Sequence[Sequence[ImportedList]]) -> HttpResponseBase:
        """What was read, or what is done with the ticked lists."""
        files = reviewed(texts, lists, self.fields, is_first=not self.carried or "first" in self.fields)
        if sum(len(file.lists) for file in files) > self.MOST:
            return self.refused(self.too_many())
        self.files, action = files, self.fields.get("action")
        if action not in self.ACTIONS:
            return self.page()
        try:
            ticked = [*to_store(files)]
        except BadEdit as bad:
            return self.refused(say(bad))
        return self.act(str(action), ticked) if ticked else self.refused(gettext(self.NOTHING_TICKED))

    def too_many(self) -> str:
        return gettext("Too many lists: {most} maximum.").format(most=self.MOST)

    def uploaded(self) -> Sequence[TextFile]:
        """The pasted text and the texts of the chosen files."""
        texts = [TextFile(PASTED, text) for text in self.fields.getlist("text") if text.strip()]
        for file in self.request.FILES.getlist("files"):
            read = [*texts_of_upload(file)]
            texts += [*read, *self.take_photos(file, read)]
        return texts

    def take_photos(self, file: UploadedFile, texts: Sequence[TextFile]) -> Iterator[TextFile]:
        """Have a file worker decode the photos of these lists in an archive of one's own data; says why not."""
        wanted = {name for text in texts for name in PICTURE(text.text)}
        photos = archived_pictures(cast(BinaryIO, file), wanted) if wanted else b""
        if photos:
            try:
                self.photos = requested(self.request, photos)
            except NotTaken as reason:
                yield TextFile(file.name or "", problem=Message(str(reason)))

    def too_much(self, files: Sequence[TextFile]) -> str:
        """Why these are not read; "" where they are."""
        if not files:
            return gettext("Choose a file or paste a list.")
        if len(files) > MOST_FILES:
            return gettext("Too many files: {most} maximum.").format(most=MOST_FILES)
        if sum(len(file.text.encode("utf-8", "replace")) for file in files) > MOST_CARRIED:
            return gettext("Together these files are too large: import them one after the other.")
        return ""

    def read(self, texts: Sequence[ChosenText]) -> Sequence[Sequence[ImportedList]]:
        """As `read_all`."""
        return read_all(self.request, texts)

    def act(self, action: str, ticked: Sequence[LoadedRoster]) -> HttpResponseBase:
        """Do with the ticked lists what one of `ACTIONS` says."""
        try:
            photos = pictures_of(self.photos) if self.photos else {}
        except Waiting:
            return self.wait(self.carried)
        answer = keep(self.request, self, [with_pictures_among(loaded, photos) for loaded in ticked], photos)
        if self.photos and answer.status_code == REDIRECT:
            forget_pictures(self.photos)
        return answer

    def wait(self, files: Sequence[TextFile]) -> HttpResponse:
        """The page that sends itself again until a file worker has read the texts."""
        fields = {name: values for name, values in self.fields.lists() if name not in ("csrfmiddlewaretoken", "text")}
        if not self.carried:
            for number, file in enumerate(files):
                fields |= {f"{NAME}-{number}": [file.name], f"{TEXT}-{number}": [file.text]}
            fields |= {"first": ["1"], KEPT: [self.photos]}
        return self.page(202, waiting=fields)

    def refused(self, error: str, status: int = 422) -> HttpResponse:
        return self.page(status, error=error)

    def page(self, status: int = 200, **context: object) -> HttpResponse:
        context |= {"files": self.files, "photos": self.photos, "problems": self.problems, "games": games_with_books()}
        context |= {"back": asked_back(self.request), "sends_to": self.SENDS_TO}
        return TemplateResponse(self.request, self.TEMPLATE, context, status=status)


class SharedPage(ImportPage):
    """The page Import of what another program shares: it reads, and does nothing else."""

    ACTIONS = ()
    SENDS_TO = "import"


@idempotent(DOUBLE_CLICK)
def keep(
    request: HttpRequest, page: ImportPage, lists: Sequence[LoadedRoster], photos: Mapping[str, bytes]
) -> HttpResponse:
    """Store the lists with their photos: all of them or none."""
    try:
        with transaction.atomic():
            for _list in lists:
                require_allowed(request, "create")
            stored = [history.create(loaded, "import") for loaded in reversed(lists)]
            for roster, _key in stored:
                store_pictures(roster, photos)
    except BadEdit as bad:
        return page.refused(say(bad))
    if page.photos and not photos:
        messages.error(request, gettext("The photos could not be read: the lists were imported without them."))
    if len(stored) == 1:
        roster, key = stored[0]
        return keep_way_back(request, grant_and_open(request, roster, key), home(roster))
    for roster, _key in stored:
        browser_of(request).grant(RosterGrant, roster)
    messages.success(request, ngettext("{n} list imported.", "{n} lists imported.", len(stored)).format(n=len(stored)))
    return redirect("my-lists")
