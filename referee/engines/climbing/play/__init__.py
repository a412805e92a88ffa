"""What may happen next, games at random, and the table drawn."""
