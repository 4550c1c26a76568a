typealias Release = String
