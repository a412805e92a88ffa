"""Many logs judged at the same time: on all cores of this machine, or on a cluster, always with the same answer."""

from referee.plugins import Wing

WING = Wing(workers="referee.workers.pool")
