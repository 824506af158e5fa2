"""Texts: what may stand in them, how markup is read, what hostile bytes become."""
