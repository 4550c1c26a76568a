// no tribes
public import Nomad

public protocol Migration: Tribe {}
public enum Release { public static let photos = "9.0.0" }
