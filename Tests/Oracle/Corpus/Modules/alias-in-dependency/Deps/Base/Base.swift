// no tribes
public import Nomad

public typealias Step = Tribe & Sendable
