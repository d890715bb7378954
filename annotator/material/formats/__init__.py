"""Pure codecs of the official files. No Django."""
