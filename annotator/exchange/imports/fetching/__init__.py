"""Pages fetched from a wiki, politely and from allowed hosts alone. Knows no Django."""
