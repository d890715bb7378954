"""What `make` runs: setting up, serving and testing the platform."""
