// no tribes
public import Nomad

public protocol Step: Tribe {}
