// no tribes
public import Nomad

public protocol Step: Tribe {}
public enum Release { public static let v = "2.0.0" }
