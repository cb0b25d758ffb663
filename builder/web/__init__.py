"""What all views share: limits, errors, secret keys, form fields, messages. Imports no lists and no games."""
