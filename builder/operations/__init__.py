"""What keeps the site running: its health, backups, tidying up."""
