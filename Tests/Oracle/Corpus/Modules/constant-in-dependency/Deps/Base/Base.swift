// no tribes
public import Nomad

public enum Versions {
  public static let one = "1.0.0"
}

public let two = "2.0.0"

public protocol Step: Tribe {}
