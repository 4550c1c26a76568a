// no tribes
public import Nomad

public struct Settings {
  public init() {}
}
