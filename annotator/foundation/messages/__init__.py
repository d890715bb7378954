"""From a request to a worker: tasks and a broker in files."""
