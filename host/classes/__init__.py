"""Classes of attrs as an earlier process had them made, so that a cold call need not have them."""
