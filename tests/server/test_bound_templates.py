"""Templates from our loader read as Django's do, in every language and below every path."""

from datetime import UTC, datetime

import pytest
from django.template import Context, Engine
from django.urls import set_script_prefix
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy, override

FILES = {
    "texts": "{% load i18n %}{% translate 'Save' %} {% translate word %} {% translate 'Save' as save %}{{ save|upper }}"
    "{% translate 'Enter' context 'key' %}{% translate '100 %% < 200' %}{% translate 'save'|capfirst %}",
    "addresses": "{% load static %}{% url 'my-lists' %} {% url 'roster' number %} {% url 'dice' as dice %}{{ dice }}"
    "{% static 'ui.svg' %} {% static word %} {% static 'a&b' %}",
    "includes": "{% for n in 'ab' %}{% include 'part' %}{% include 'part' with word=n %}{% include name %}"
    "{% include 'part' only %}{% include 'turns' %}{% endfor %}{{ inner }}",
    "values": "{{ text }}{{ markup }}{{ number }}{{ 5.5 }}{{ day }}{{ lazy }}{{ missing }}{{ text|upper }}"
    "{{ word|default:text }}{{ text|safe }}{{ '<'|add:text }}"
    "{% autoescape off %}{{ text }}{{ lazy }}{{ number }}{% endautoescape %}",
    "part": "{% load i18n %}({{ word }}{% translate 'Save' as inner %}{{ inner }})",
    "turns": "{% for n in 'xyz' %}{% cycle 'odd' 'even' %}{% endfor %}",
}
OURS = [("builder.web.templates.Loader", [("django.template.loaders.locmem.Loader", FILES)])]
CONTEXT = {"word": "Undo", "number": 5, "name": "part", "text": "<b>&'\"", "markup": mark_safe("<b>")}
CONTEXT |= {"day": datetime(2026, 11, 27, 12, tzinfo=UTC), "lazy": gettext_lazy("Undo")}


@pytest.fixture(params=["texts", "values", "addresses", "includes"])
def rendered(request, settings):
    """(loaders, debug) -> the texts of one file in both languages, below two paths, twice."""
    libraries = settings.TEMPLATES[0]["OPTIONS"]["libraries"]

    def render(loaders, debug=False):
        engine = Engine(loaders=loaders, debug=debug, libraries=libraries | LIBRARIES)
        texts = []
        for prefix, language in 2 * [(prefix, language) for prefix in ("/", "/below/") for language in ("fr", "en")]:
            set_script_prefix(prefix)
            with override(language):
                texts.append(engine.get_template(request.param).render(Context(CONTEXT)))
        set_script_prefix("/")
        return texts

    return render


LIBRARIES = {"i18n": "django.templatetags.i18n", "static": "django.templatetags.static"}


def test_a_bound_template_reads_as_django_renders_it(rendered):
    texts = rendered(OURS)
    assert texts == rendered([("django.template.loaders.locmem.Loader", FILES)])
    assert len(set(texts)) > 1


def test_where_errors_show_the_code_nothing_is_bound(rendered):
    assert rendered(OURS, debug=True) == rendered(OURS)
    engine = Engine(loaders=OURS, debug=True, libraries=LIBRARIES)
    nodes = engine.get_template("turns").nodelist + engine.get_template("texts").nodelist
    assert not any("render_annotated" in vars(node) for node in nodes)
