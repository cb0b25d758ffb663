"""The API for other programs: thin over what pages and commands use."""
