"""Files and folders on this site's disk."""
