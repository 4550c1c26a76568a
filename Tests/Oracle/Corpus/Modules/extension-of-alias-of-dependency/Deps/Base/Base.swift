// no tribes
public import Nomad

public enum Space {}

public typealias Short = Space

public typealias Step = Tribe
