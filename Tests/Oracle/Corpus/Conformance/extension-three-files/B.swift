import Nomad

extension A: Tribe {}
