private let hidden = "4.1.0"
