"""Which files of a package or a crate need which."""
