"""The report: one document model, its sections, and two renderers with the same content."""
