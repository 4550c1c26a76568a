import Nomad

extension A.E: Tribe {}
extension A.E.C: Tribe {}
