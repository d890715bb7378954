"""Systems: their answers, their scores and their errors."""
