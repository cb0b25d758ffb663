"""manage.py secretkey check | rotate | accept: the key that signs, the same on all nodes."""

import os

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from builder.operations import secret_key


class Command(BaseCommand):
    help = "Check that this node has the site's secret key, or change the key."
    requires_system_checks = []

    def add_arguments(self, parser):
        actions = parser.add_subparsers(dest="action", required=True)
        actions.add_parser("check", help="exit status 1 if the site uses another key")
        actions.add_parser("rotate", help="create a key in DATA_DIR/secret-key; older keys still work")
        actions.add_parser("accept", help="use this node's key for the site, without the previous one")

    def handle(self, action, **_options):
        getattr(self, f"do_{action}")()

    def do_check(self):
        try:
            secret_key.check_same_secret_key()
        except secret_key.OtherSecretKey as other:
            raise CommandError(str(other)) from None

    def do_rotate(self):
        if os.environ.get("SECRET_KEY") or os.environ.get("SECRET_KEY_FILE"):
            raise CommandError("SECRET_KEY is set: change it there, and put the one before into SECRET_KEY_FALLBACKS.")
        self.do_check()
        secret_key.rotate(settings.DATA_DIR / "secret-key")
        self.stdout.write("New key created. Restart the site to use it; older keys still work.")

    def do_accept(self):
        secret_key.accept_secret_key()
        self.stdout.write("This node's key is now the site's. Nodes with another key won't start.")
