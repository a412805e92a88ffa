"""From log items to events and back: reading, positions, records of played games."""
