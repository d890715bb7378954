"""The rooms: what is one kind's alone."""
