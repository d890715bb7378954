"""`make run`: web server, worker and scheduler side by side, on one machine."""
