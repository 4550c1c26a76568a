// no tribes
public enum Space {
  public static let version = "9.0.0"
}
