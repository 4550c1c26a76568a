// no tribes
public import Nomad

public struct Box<Value: Tribe> {}
