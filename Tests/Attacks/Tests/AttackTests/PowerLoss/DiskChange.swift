/// A change to a file or a folder of a simulated disk that may not be durable yet.
struct DiskChange: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case write([UInt8], at: Int)
    case truncate(to: Int)
    /// A new entry in a folder.
    case link(String, node: Int)
    case unlink(String)
    case rename(String, to: String, node: Int)
  }

  /// The current state of the change.
  enum State: Hashable, Sendable {
    case unsynced
    /// A sync of the change failed. The kernel treats it as written, so no later sync makes it durable.
    case forsaken
    /// The change is synced. An earlier change of the same file is forsaken, so it cannot be merged with the durable
    /// state.
    case durable
  }

  /// The position among all changes.
  let number: Int
  /// The file or folder that the change affects.
  let node: Int
  let kind: Kind
  var state = State.unsynced

  /// Whether a loss of power may leave only a part of the change, or garbage.
  var canBeTrashed: Bool {
    if case .write = kind { true } else { false }
  }

  var isOfFolder: Bool {
    switch kind {
    case .write, .truncate: false
    case .link, .unlink, .rename: true
    }
  }
}

extension DiskChange {
  /// Describes the change and its fate, for people.
  func description(in volume: Volume, _ fate: Fate) -> String {
    let text =
      switch kind {
      case .write(let bytes, let offset): "write \(bytes.count) at \(offset)"
      case .truncate(let length): "truncate to \(length)"
      case .link(let name, _): "create \(name)"
      case .unlink(let name): "unlink \(name)"
      case .rename(let name, let newName, _): "rename \(name) to \(newName)"
      }
    let name = volume.name(of: node)
    return "#\(number) in \(name): \(text)\(state == .unsynced ? "" : ", \(state)"): \(fate)"
  }
}
