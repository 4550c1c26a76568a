typealias T = S
