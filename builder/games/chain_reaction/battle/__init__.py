"""What Chain Reaction brings to its battles."""
