"""What is kept of a person: taking it along as a file, and deleting the account."""
