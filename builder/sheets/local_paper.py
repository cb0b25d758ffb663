"""The paper of a reader's country."""

from django.utils.translation.trans_real import parse_accept_lang_header

from builder.sheets.paper import DEFAULT_PAPER

# Unicode CLDR, supplementalData, paperSize "US-Letter".
LETTER = {"bz", "ca", "cl", "co", "cr", "gt", "mx", "ni", "pa", "ph", "pr", "sv", "us", "ve"}


def local_paper(accept_language: str) -> str:
    """The paper of the country in an Accept-Language header, in its first language; A4 where that has no country.

    Browsers add English of the United States to languages of all countries.
    """
    languages = [language.split("-") for language, _weight in parse_accept_lang_header(accept_language)]
    countries = [subtags[-1] for first, *subtags in languages if subtags and first == languages[0][0]]
    return "letter" if countries[:1] and countries[0] in LETTER else DEFAULT_PAPER
