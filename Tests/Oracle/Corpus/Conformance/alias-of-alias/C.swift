typealias A3 = A2
