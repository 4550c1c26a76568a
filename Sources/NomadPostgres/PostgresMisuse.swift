/// A tribe misused its transaction or its connection.
struct PostgresMisuse: Error, CustomStringConvertible {
  let description: String
}
