"""The states that a list had: what each edit did, what differs between two of them, and going back to one."""
