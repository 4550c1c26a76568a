typealias A2 = A1 & Sendable
