import Nomad

extension A { fileprivate static var target: TribeTarget { .literal("2.0.0") } }
