/// A change to a file or a folder of a simulated disk that need not be durable.
struct DiskChange: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case write([UInt8], at: Int)
    case truncate(to: Int)
    /// A folder gets an entry.
    case link(String, node: Int)
    case unlink(String)
    case rename(String, to: String, node: Int)
  }

  /// What became of it so far.
  enum State: Hashable, Sendable {
    case unsynced
    /// A sync of it failed: the kernel takes it as written, so that no later sync makes it durable.
    case forsaken
    /// Synced, but an earlier change of the same file is forsaken, so that it cannot be merged with what is durable.
    case durable
  }

  /// Its place among all changes.
  let number: Int
  /// The file, or the folder, that it changes.
  let node: Int
  let kind: Kind
  var state = State.unsynced

  /// Whether a loss of power may leave anything but all or nothing of it.
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
  /// What it is and what became of it, for people.
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
