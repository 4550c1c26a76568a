import Nomad

typealias Step = Tribe
