let version = "1.0.0"
private let other = "2.0.0"
