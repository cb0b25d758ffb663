"""What players do: build, edit, share and print lists, in a package per activity."""
