"""Paper Boats: fleets of one to three boats."""
