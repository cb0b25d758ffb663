"""What the views of all occupations share: limits, errors, secret keys, form fields. Knows no list and no game."""
