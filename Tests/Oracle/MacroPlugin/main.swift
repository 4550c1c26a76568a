import Foundation

// The expansion of the corpus's `@Nomadic`: an extension that makes a type a tribe.
//
// It implements the compiler's plugin protocol itself, which is JSON after a length of eight bytes, so that no case
// waits for swift-syntax to be compiled.

func receive() -> [String: Any]? {
  let header = FileHandle.standardInput.readData(ofLength: 8)
  guard header.count == 8 else { return nil }
  let length = header.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
  let body = FileHandle.standardInput.readData(ofLength: length)
  return (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
}

func send(_ message: [String: Any]) throws {
  let body = try JSONSerialization.data(withJSONObject: message)
  let header = Data((0..<8).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) })
  FileHandle.standardOutput.write(header + body)
}

while let message = receive() {
  if let expansion = message["expandAttachedMacro"] as? [String: Any] {
    let type = (expansion["extendedTypeSyntax"] as? [String: Any])?["source"] as? String ?? "?"
    let source = "extension \(type): Tribe {}"
    try send(["expandMacroResult": ["expandedSource": source, "diagnostics": [Any]()]])
  } else {
    try send(["getCapabilityResult": ["capability": ["protocolVersion": 7]]])
  }
}
