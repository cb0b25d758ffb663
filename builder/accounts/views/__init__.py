"""The pages of accounts, and the one that hands lists over to another device."""
