/// What a promise came to.
public enum Result<T> {
  case fulfilled(T)
  case rejected(Error)
}
