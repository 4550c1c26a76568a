fileprivate typealias StringLiteralType = StaticString

let version = "1.0.0"
