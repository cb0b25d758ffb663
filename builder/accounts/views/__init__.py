"""The pages of accounts, a file per occasion."""
