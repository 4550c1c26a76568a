/// An error for a tribe that misused its transaction or its connection.
struct PostgresMisuse: Error, CustomStringConvertible {
  let description: String
}
