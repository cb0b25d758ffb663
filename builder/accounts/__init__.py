"""Who may do what, and how often: browsers and their grants, limits, forms that count once."""
