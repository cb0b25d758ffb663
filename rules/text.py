"""Words in two languages, and messages that carry their numbers with them."""

from dataclasses import dataclass, field


def _(text):
    """Mark a message for translation; the page translates, `rules` stays without Django."""
    return text


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the book in French and English; one stands in for the other where only one is there."""

    fr: str = ""
    en: str = ""

    def into(self, language):
        return (self.en or self.fr) if language.startswith("en") else (self.fr or self.en)

    def __str__(self):
        return self.fr or self.en

    def __bool__(self):
        return bool(self.fr or self.en)


@dataclass(frozen=True, slots=True)
class Message:
    """A marked sentence and the values that go into it: numbers, strings, `Text`s or tuples of those."""

    text: str
    values: dict = field(default_factory=dict)

    def into(self, language, translate):
        """The sentence in `language`; `translate` is a gettext for that language."""
        return translate(self.text).format(**{key: format_value(value, language) for key, value in self.values.items()})

    def __str__(self):
        return self.into("en", str)


def format_value(value, language):
    """A value of a message as a reader of `language` sees it: lists are joined by commas."""
    if isinstance(value, Text):
        return value.into(language)
    if isinstance(value, (tuple, list)):
        return ", ".join(str(format_value(one, language)) for one in value)
    return value
