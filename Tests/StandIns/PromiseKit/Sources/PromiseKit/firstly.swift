/// Starts a chain.
public func firstly<U: Thenable>(execute body: () throws -> U) -> Promise<U.T> {
  do {
    return Promise(try body())
  } catch {
    return Promise(error: error)
  }
}
