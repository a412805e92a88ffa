"""What the words of the family mean."""
