import Nomad

typealias A1 = Tribe
