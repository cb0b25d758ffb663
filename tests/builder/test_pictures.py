"""Photos of units and battles: decoded by a file worker, seen by who sees what they are of, gone with their list."""

import io
import json
import os
import zipfile
from base64 import b85decode
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.utils import timezone
from PIL import Image, ImageDraw

from builder.accounts.limits import Allowance
from builder.exports.models import KeptFile
from builder.exports.registry import EXPORTS, ExportSource
from builder.gatherings import services
from builder.gatherings.views.sharing import shared_state
from builder.lists import history
from builder.lists.erasing import erase
from builder.lists.models import Picture, PictureContent, Roster
from builder.lists.pictures import add_picture, tidy_pictures
from builder.personal_data.archive import Archive
from builder.pictures import decoding
from builder.sheets.choices import PrintChoices
from config.files import MOST_UPLOADED
from rules.document import decode
from tests import make
from tests.battles import played
from tests.builder import gathered
from tests.builder.test_views import do, owned, units_of
from tests.client import make_files

pytestmark = pytest.mark.django_db
# 64 x 32 pixels of red, as phones of Apple write them.
HEIC = (
    b"0000SW^{RQXk}?*00000ZE0pPXk}?*ZE0a<0004fZDn*}000000000XXk=`10000000000aA{+700000000000000000000B57=IV*mgE07O6l"
    b"0RRC200001p#T8@00000000>P001LtX>Mi!000000RR916=`l}WdZ;I000310BCk&F#rGn01j|zbZr0t000010002}X>f9I0002pX>en20001X"
    b"Xm(>m0RwOV0058x000009`FGC{rLC*01pFT0096PKmiN^|NjGU00093kN^M!000939=ZZRVE_RDDnbDP18@KU0|1Z!00RI30{|YNAb|yz>g1-m"
    b"xCm%4AOHXZ10VnZ0{|gn00967L;=Bbz=;3=025<xY;ta6Y<K_x01W^JfB*mh6lrsCWdHyG00000KmY&$KmY&$C}V74Z~y=RKmY&$0RR91AOHXW"
    b"0RR91000000{{R2-~a#s0ssI25O8UDX#fBK00RgJ2mk;87-?{AVE_OC000000RRC7fdT^sga7~lA#G$~bN~PV6(|9(1Q__rao7L!vY)=7F4~)6"
    b"9&i"
)
UPRIGHT = 6  # of the EXIF orientation: turned a quarter to the left


def photo(size=(40, 20), form="JPEG", **options):
    """The left half of a photo is red, the right half blue."""
    image = Image.new("RGB", size, "blue")
    ImageDraw.Draw(image).rectangle((0, 0, size[0] // 2 - 1, size[1]), "red")
    kept = io.BytesIO()
    image.save(kept, form, **options)
    return kept.getvalue()


def with_place():
    """A photo that says where it was taken and how it is held."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = UPRIGHT, "Secret"
    return photo(exif=exif, comment=b"Secret")


def sent(client, row, content, **fields):
    fields = {"unit": "0", "revision": Roster.objects.get(pk=row.pk).revision, **fields}
    upload = {"picture": SimpleUploadedFile("a.jpg", content)} if content is not None else {}
    return client.post(f"/lists/{row.pk}/pictures/", fields | upload, MULTIPART_CONTENT)


@pytest.fixture
def row(client):
    return owned(client, make.convoy(units=[make.fighter(name="Gordon")]))


def name_of(row):
    return units_of(row)[0].picture


# --- decoding -------------------------------------------------------------------------------------------------------


def test_a_photo_is_turned_upright_made_small_and_says_nothing_else():
    kept = decoding.decoded(with_place())
    image = Image.open(io.BytesIO(kept))
    assert (image.format, image.size, dict(image.getexif()), b"Secret" in kept) == ("JPEG", (20, 40), {}, False)
    top, bottom = (image.getpixel((10, y)) for y in (5, 35))
    assert (top[0] > 200, bottom[2] > 200) == (True, True)
    noise = Image.effect_noise((3000, 2000), 100)
    raw = io.BytesIO()
    noise.save(raw, "JPEG", quality=90)
    assert len(decoding.decoded(raw.getvalue())) <= decoding.MOST_KEPT < len(raw.getvalue())


@pytest.mark.parametrize("form", ["PNG", "WEBP", "AVIF"])
def test_other_formats_are_read(form):
    assert Image.open(io.BytesIO(decoding.decoded(photo(form=form)))).size == (40, 20)


def test_a_photo_of_an_iphone_is_read():
    image = Image.open(io.BytesIO(decoding.decoded(b85decode(HEIC))))
    assert (image.size, image.getpixel((32, 16))[0] > 200) == ((64, 32), True)


@pytest.mark.parametrize(
    "make_raw",
    [
        pytest.param(lambda: b"", id="nothing"),
        pytest.param(lambda: b"x" * 1000, id="noise"),
        pytest.param(lambda: photo()[:200], id="cut short"),
        pytest.param(lambda: b"%PDF-1.7", id="PDF"),
        pytest.param(lambda: photo(form="GIF"), id="GIF"),
        pytest.param(lambda: photo((9000, 8000), "PNG"), id="too many pixels"),
        pytest.param(lambda: b"<svg/>", id="SVG"),
    ],
)
def test_what_is_no_photo_is_answered_in_words(client, row, make_raw):
    response = sent(client, row, make_raw())
    assert (response.status_code, 'role="alert"' in response.content.decode()) == (422, True)
    assert (Picture.objects.count(), KeptFile.objects.count(), name_of(row)) == (0, 0, None)


# --- of a unit ------------------------------------------------------------------------------------------------------


def test_a_photo_waits_for_a_file_worker_and_then_stands_on_the_card(client, row):
    with patch("tests.client.make_files"):
        waits = sent(client, row, photo())
        assert (waits.status_code, 'data-again="2000"' in waits.content.decode()) == (202, True)
        assert sent(client, row, photo()).status_code == 422  # one at a time
        kept = waits.context["kept"]
        assert sent(client, row, None, kept=kept).status_code == 202
    make_files()
    assert sent(client, row, None, kept=kept).status_code == 302
    assert (name_of(row), KeptFile.objects.count()) == (Picture.objects.get().name, 0)
    address = f"/lists/{row.pk}/pictures/{name_of(row)}/"
    assert address in client.get(f"/lists/{row.pk}/?unit=0").content.decode()
    image = client.get(address)
    assert (image["Content-Type"], image["X-Robots-Tag"]) == ("image/jpeg", "noindex, nofollow")


def test_who_may_see_the_list_sees_its_photos_and_nobody_else(client, row):
    sent(client, row, photo())
    shared = f"/s/{row.share_key}/"
    stranger, other = Client(), owned(client, make.convoy())
    assert f"{shared}pictures/{name_of(row)}/" in stranger.get(shared).content.decode()
    pages = [f"{shared}pictures/{name_of(row)}/", f"/lists/{row.pk}/pictures/{name_of(row)}/"]
    pages += [f"/s/{other.share_key}/pictures/{name_of(row)}/", f"/lists/{row.pk}/pictures/?unit=0"]
    assert [stranger.get(page).status_code for page in pages] == [200, 404, 404, 404]
    assert sent(stranger, row, photo()).status_code == 404


def test_a_photo_is_taken_off_brought_back_copied_and_erased_with_its_list(client, row):
    sent(client, row, photo())
    name = name_of(row)
    do(client, row, "set-picture 0 none")
    do(client, row, "undo")
    client.post(f"/lists/{row.pk}/duplicate/")
    copy = Roster.objects.latest("pk")
    assert [name_of(row), name_of(copy), copy.pictures.get().name] == [name] * 3
    assert [model.objects.count() for model in (Picture, PictureContent)] == [2, 1]
    taken_along, file = Archive(io.BytesIO()), f"pictures/{name}.jpg"
    assert [taken_along.photos(of) for of in (row, copy)] == [[file]] * 2
    assert taken_along.zip.namelist() == [file]  # once
    erase(Roster.objects.filter(pk=row.pk))
    assert Picture.objects.get().roster == copy
    assert client.get(f"/lists/{copy.pk}/pictures/{name}/").status_code == 200
    erase(Roster.objects.filter(pk=copy.pk))
    assert PictureContent.objects.count() == 0


def test_what_no_unit_has_for_thirty_days_goes(client, row):
    sent(client, row, photo())
    now, later = timezone.now(), timezone.now() + timedelta(days=31)
    assert [tidy_pictures(now), tidy_pictures(later)] == [0, 0]
    do(client, row, "set-picture 0 none")
    assert [tidy_pictures(now), tidy_pictures(now + timedelta(days=29)), tidy_pictures(later)] == [0, 0, 1]


def test_no_more_than_a_hundred_and_so_many_an_hour(client, row, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"picture": "1/h"}
    with patch("builder.lists.pictures.MOST", 1):
        answers = [sent(client, row, photo()).status_code, sent(client, row, photo()).status_code]
        with pytest.raises(ValueError, match="maximum"):
            add_picture(row, b"")
    assert answers == [302, 422]


@pytest.mark.paper
def test_cards_have_photos_when_they_are_wanted(client, row):
    sent(client, row, photo((400, 300)))
    loaded = history.load_roster(Roster.objects.get(pk=row.pk))

    def images(photos, **more):
        source = ExportSource(loaded, choices=PrintChoices("cards", photos=photos, **more), rosters=(row.pk,))
        return EXPORTS["pdf"].render(source).count(b"/DCTDecode")

    assert [images(False), images(True), images(True, size="sleeve")] == [0, 1, 0]


def test_texts_to_paste_do_not_name_photos(row):
    add = history.apply(row, f"set-picture 0 {'a' * 32}", {}, row.revision).after
    texts = [EXPORTS[form].render(ExportSource(add)) for form in ("full", "discord", "json")]
    assert [b"a" * 32 in text for text in texts] == [False, False, True]


def test_a_gang_shows_and_prints_the_photos_of_its_members(client):
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    name = add_picture(mira.roster, photo())
    history.apply(mira.roster, f"set-picture 0 {name}", {}, mira.roster.revision)
    gathered.player(tom, client=client)
    page, shared = f"/gatherings/{gang.pk}/", f"/g/{gang.share_key}/"
    stranger = Client()
    for browser, address in ((client, page), (stranger, shared)):
        picture = f"{address}pictures/{name}/"
        assert (picture in browser.get(address).content.decode(), browser.get(picture).status_code) == (True, 200)
    assert stranger.get(f"{page}pictures/{name}/").status_code == 404
    assert shared_state(gang.share_key).rosters == (mira.roster_id, tom.roster_id)  # whose photos are printed
    services.end(mira)
    assert [client.get(f"{page}pictures/{name}/").status_code, stranger.get(shared).status_code] == [404, 200]


# --- taken along ----------------------------------------------------------------------------------------------------


def archive_of(row, **members):
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as zipped:
        zipped.writestr("lists.json", "[]")
        zipped.writestr("lists/1.json", json.dumps(Roster.objects.get(pk=row.pk).document))
        zipped.writestr("history/1.jsonl", os.urandom(MOST_UPLOADED))
        for name, content in members.items():
            zipped.writestr(f"pictures/{name}.jpg", content)
    return SimpleUploadedFile("a.zip", kept.getvalue())


def imported(client, upload):
    review = client.post("/import/", {"files": upload}, MULTIPART_CONTENT)
    fields = {"text-0": json.dumps(decode(review.context["files"][0].file.text)), "name-0": "a", "take-0-0": "on"}
    fields |= {"action": "keep", "kept": review.context["photos"]}
    with patch("builder.accounts.limits.allowed", return_value=Allowance(1.0)):
        assert client.post("/import/", fields).status_code == 429  # sent again, it brings the photos all the same
    page = client.post("/import/", fields, follow=True).content.decode()
    return Roster.objects.latest("pk"), "photos n’ont pas pu être lues" in page


def test_an_import_brings_photos_back_and_drops_what_is_none(client, row):
    sent(client, row, photo())
    name = name_of(row)
    photos = {"a" * 32: photo(), name: bytes(PictureContent.objects.get().content)}  # the first of no list
    with patch("builder.pictures.decoding.MOST_PICTURES", 1):
        back, warned = imported(client, archive_of(row, **photos))
    assert (name_of(back), back.pictures.get().name, back.pk == row.pk) == (name, name, False)
    assert (warned, KeptFile.objects.count()) == (False, 0)
    bad, warned = imported(client, archive_of(row, **{name: b"\xff\xd8\xff nothing"}))
    assert (name_of(bad), bad.pictures.count(), warned) == (None, 0, True)


# --- of a battle ----------------------------------------------------------------------------------------------------


def test_players_take_photos_of_a_battle_and_watchers_see_them(client):
    battle = played.battle()
    mine, theirs = (side.roster for side in battle.rosters.all()[:2])
    make.grant(client, theirs)
    other = Client()
    make.grant(other, mine)
    page = f"/battles/{battle.pk}/pictures/"
    upload = {"picture": SimpleUploadedFile("a.jpg", photo())}
    assert client.post(page, upload, MULTIPART_CONTENT).url == page
    name = battle.pictures.get().name
    watched = f"/w/{battle.watch_key}/pictures/"
    assert f"{watched}{name}/" in Client().get(watched).content.decode()
    assert [Client().get(f"{watched}{name}/").status_code, Client().get(page).status_code] == [200, 404]
    assert Client().post(watched, {"remove": name}).status_code == 404
    assert other.get(f"{page}{name}/").status_code == 200
    of_unit = add_picture(theirs, photo())
    assert Client().get(f"{watched}{of_unit}/").status_code == 200
    erase(Roster.objects.filter(pk=theirs.pk))
    assert Picture.objects.count() == 0
