"""Is anything encrypted? Probes of a SUT beside its measurements (docs/protocol.md, Probes)."""
