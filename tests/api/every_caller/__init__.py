"""What every kind of caller gets from every endpoint, in one world for all modules."""
