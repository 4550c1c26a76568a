// no tribes
public struct Settings {
  public init() {}
}

public enum Space {}
