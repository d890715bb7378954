"""The rooms in the API: what of it is one kind's alone."""
