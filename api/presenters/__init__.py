"""From the domain's objects to the dictionaries that the output serializers describe."""
