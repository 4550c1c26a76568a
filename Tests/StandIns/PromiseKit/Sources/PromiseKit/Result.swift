/// The result of a promise.
public enum Result<T> {
  case fulfilled(T)
  case rejected(Error)
}
