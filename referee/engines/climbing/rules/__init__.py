"""How things happen: the deal, bids, the exchange and plays; how a hand ends, and its result on a pad."""
