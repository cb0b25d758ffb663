"""manage.py makemessages without fuzzy matching: a new text has no translation, never that of a similar one."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]
