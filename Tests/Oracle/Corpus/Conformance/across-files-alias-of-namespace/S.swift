typealias S = Space
