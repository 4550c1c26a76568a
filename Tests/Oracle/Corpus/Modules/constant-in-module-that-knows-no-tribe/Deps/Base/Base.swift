// no tribes
public enum Versions {
  public static let one = "1.0.0"
}
