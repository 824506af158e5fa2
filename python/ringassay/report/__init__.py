"""The report: one document model, its sections, and two renderings with the same content."""
