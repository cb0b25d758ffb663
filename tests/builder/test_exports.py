"""A registered export is offered wherever a list is shown, without further code."""

from dataclasses import replace

import pytest
from django.urls import resolve

from builder.exports.registry import EXPORTS, Export, register
from tests import make
from tests.builder import gathered
from tests.builder.test_views import owned

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[True, False])
def shout(request):
    """An export that says the list's name, loudly; once one that is laid out on paper, once not."""
    export = Export(
        name="shout",
        label="SHOUT",
        icon="save",
        content_type="text/plain",
        render=lambda source: source.loaded.document.name.upper().encode(),
        on_paper=request.param,
    )
    register(export)
    yield export
    del EXPORTS["shout"]


@pytest.mark.parametrize("name", EXPORTS)
@pytest.mark.parametrize("address", ["/lists/1/{}/", "/s/KEY/{}/", "/g/KEY/{}/"])
def test_no_other_page_has_the_address_of_an_export(name, address):
    assert resolve(address.format(name)).kwargs["export"] is EXPORTS[name]


@pytest.mark.parametrize("name", ["", "m_d", "MD", "x" * 31, "a/b"])
def test_a_name_that_no_address_holds_is_refused(name):
    with pytest.raises(ValueError, match="a name is"):
        register(replace(EXPORTS["json"], name=name))


def test_a_list_offers_every_export(client, shout):
    row = owned(client, make.convoy(name="Chacals"))
    page = client.get(f"/lists/{row.pk}/print/").content.decode()
    for export in EXPORTS.values():
        assert f'"/lists/{row.pk}/{export.name}/"' in page
    assert client.get(f"/lists/{row.pk}/shout/").content == b"CHACALS"


def test_a_shared_page_offers_every_export_of_the_state_it_shows(client, shout):
    row = owned(client, make.convoy(name="Chacals"))
    page, old = (client.get(f"/s/{row.share_key}/{query}").content.decode() for query in ("", "?revision=1"))
    for export in EXPORTS.values():
        assert f'"/s/{row.share_key}/{export.name}/"' in page
        assert f'"/s/{row.share_key}/{export.name}/' in old
    assert client.get(f"/s/{row.share_key}/shout/").content == b"CHACALS"


def test_a_gathering_offers_every_export(shout):
    gathering, memberships = gathered.gang("Mira", "Tom")
    client, key = gathered.player(*memberships), gathering.share_key
    pages = [client.get(address).content.decode() for address in (f"/g/{key}/", f"/g/{key}/print/")]
    for export in EXPORTS.values():
        assert any(f'"/g/{key}/{export.name}/"' in page for page in pages), export.name
    assert client.get(f"/g/{key}/shout/").content == "Les Rescapés".upper().encode()
