// no tribes
public enum Space {
  public enum Inner {}
}
