import Nomad

protocol P1: Tribe {}
