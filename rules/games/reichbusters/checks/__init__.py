"""The checks of Reichbusters, a file per part of the table."""
