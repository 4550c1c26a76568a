import Nomad

protocol Café: Tribe {}
