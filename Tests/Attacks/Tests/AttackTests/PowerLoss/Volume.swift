/// The contents of a simulated disk: the durable ones, and the later changes that are not durable, in order.
struct Volume: Sendable {
  enum Node: Hashable, Sendable {
    case file([UInt8])
    case folder([String: Int])
    /// A symbolic link, with its target.
    case link(String)
  }

  /// A barrier: all earlier writes to a file become durable before anything later does.
  struct Barrier: Hashable, Sendable {
    let node: Int
    /// The number of the first change after the barrier.
    let number: Int
  }

  static let root = 0

  /// The contents that processes see.
  private(set) var nodes: [Int: Node] = [root: .folder([:])]
  /// The contents that no loss of power removes.
  private(set) var durable: [Int: Node] = [root: .folder([:])]
  /// The visible changes that are not durable, oldest first.
  private(set) var changes: [DiskChange] = []
  private(set) var barriers: [Barrier] = []
  private var nextNode = 1
  private var nextChange = 1

  init() {}

  /// Makes a volume from the remains of another one, all of them durable.
  init(leaving nodes: [Int: Node], of volume: Volume) {
    self.nodes = [:]
    var reached = [Self.root]
    while let node = reached.popLast() {
      guard let content = nodes[node], self.nodes.updateValue(content, forKey: node) == nil else { continue }
      if case .folder(let entries) = content { reached += entries.values }
    }
    durable = self.nodes
    nextNode = volume.nextNode
    nextChange = volume.nextChange
  }

  func bytes(of node: Int) -> [UInt8]? {
    if case .file(let bytes) = nodes[node] { bytes } else { nil }
  }

  func entries(of node: Int) -> [String: Int]? {
    if case .folder(let entries) = nodes[node] { entries } else { nil }
  }

  /// Returns the name of a file or a folder, for people.
  func name(of node: Int) -> String {
    for case .folder(let entries) in nodes.values {
      if let name = entries.first(where: { $0.value == node })?.key { return name }
    }
    return node == Self.root ? "/" : "node \(node)"
  }

  /// Returns the file or folder at a path, and the folder and the name where it is or would be.
  func find(_ path: String) -> (folder: Int?, name: String, node: Int?) {
    var (folder, name, node) = (Int?.none, "", Int?.some(Self.root))
    for component in path.split(separator: "/").map(String.init) {
      guard let parent = node, let entries = entries(of: parent) else { return (nil, component, nil) }
      (folder, name, node) = (parent, component, entries[component])
    }
    return (folder, name, node)
  }

  /// Makes a file or a folder whose entry is not durable yet.
  mutating func make(_ content: Node, named name: String, in folder: Int) -> Int {
    let node = nextNode
    nextNode += 1
    (nodes[node], durable[node]) = (content, content)
    change(folder, .link(name, node: node))
    return node
  }

  mutating func change(_ node: Int, _ kind: DiskChange.Kind) {
    Self.apply(kind, to: node, in: &nodes)
    changes.append(DiskChange(number: nextChange, node: node, kind: kind))
    nextChange += 1
  }

  /// Makes the contents of a file or a folder durable, but not a file's name.
  ///
  /// Everything before a barrier has reached the drive, which writes all of its cache.
  mutating func sync(_ node: Int) {
    let ordered = barriers
    makeDurable { change in
      change.node == node || ordered.contains { $0.node == change.node && change.number < $0.number }
    }
  }

  /// Makes everything durable.
  mutating func syncAll() {
    makeDurable { _ in true }
  }

  /// Records a failed sync: its changes count as written, but may still be lost.
  ///
  /// This applies to the pages of files. Changes of folders go through a journal or similar, so that a later sync makes
  /// them durable or fails, too.
  mutating func forsake(_ node: Int) {
    guard bytes(of: node) != nil else { return }
    // Changes before a barrier have already reached the drive, and stay there.
    let first = barriers.last { $0.node == node }?.number ?? 0
    for index in changes.indices where changes[index].node == node && changes[index].state == .unsynced {
      if changes[index].number >= first { changes[index].state = .forsaken }
    }
  }

  /// Makes all changes durable except some.
  mutating func settle(allBut numbers: Set<Int>) {
    for index in changes.indices where changes[index].state == .forsaken && !numbers.contains(changes[index].number) {
      changes[index].state = .durable
    }
    makeDurable { !numbers.contains($0.number) }
  }

  /// Makes changes durable that are not forsaken, together with those that barriers place before them.
  private mutating func makeDurable(_ isMeant: (DiskChange) -> Bool) {
    let last = changes.last { $0.state == .unsynced && isMeant($0) }?.number ?? 0
    let passed = barriers.filter { $0.number <= last }
    for index in changes.indices where changes[index].state == .unsynced {
      let change = changes[index]
      let isForced = passed.contains { $0.node == change.node && change.number < $0.number }
      if isForced || isMeant(change) { changes[index].state = .durable }
    }
    merge()
  }

  mutating func order(_ node: Int) {
    barriers.append(Barrier(node: node, number: nextChange))
  }

  /// Merges synced changes with the durable contents, except those after a change of the same file that is not durable.
  private mutating func merge() {
    var blocked: Set<Int> = []
    var rest: [DiskChange] = []
    for change in changes {
      if change.state == .durable, !blocked.contains(change.node) {
        Self.apply(change.kind, to: change.node, in: &durable)
      } else {
        blocked.insert(change.node)
        rest.append(change)
      }
    }
    changes = rest
    barriers.removeAll { barrier in
      !rest.contains { $0.node == barrier.node && $0.number < barrier.number && $0.state == .unsynced }
    }
  }

  static func apply(_ kind: DiskChange.Kind, to node: Int, in nodes: inout [Int: Node]) {
    switch (kind, nodes[node]) {
    case (.write(let new, let offset), .file(var bytes)):
      // A write after lost bytes leaves a hole.
      if bytes.count < offset { bytes += Array(repeating: 0, count: offset - bytes.count) }
      bytes.replaceSubrange(offset..<min(offset + new.count, bytes.count), with: new)
      nodes[node] = .file(bytes)
    case (.truncate(let length), .file(let bytes)):
      nodes[node] = .file(bytes.prefix(length) + Array(repeating: 0, count: max(0, length - bytes.count)))
    case (.link(let name, let target), .folder(var entries)):
      entries[name] = target
      nodes[node] = .folder(entries)
    case (.unlink(let name), .folder(var entries)):
      entries[name] = nil
      nodes[node] = .folder(entries)
    case (.rename(let name, let newName, let target), .folder(var entries)):
      if entries[name] == target { entries[name] = nil }
      entries[newName] = target
      nodes[node] = .folder(entries)
    default: break
    }
  }
}
