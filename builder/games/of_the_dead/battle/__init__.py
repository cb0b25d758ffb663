"""What of the dead brings to its battles."""
