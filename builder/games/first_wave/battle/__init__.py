"""What First Wave brings to its battles."""
