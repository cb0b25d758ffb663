"""Lists in other forms: one registered object a format, offered wherever a list is shown."""
