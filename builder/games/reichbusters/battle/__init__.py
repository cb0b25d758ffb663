"""What Reichbusters brings to its battles."""
