/// The checksums of a module's tribes, each over all of a tribe's own declarations: its type, and the extensions of it
/// and of what is nested in it, in the files of the module.
///
/// Neither the order nor the files of the declarations count. What a tribe inherits, conforms to or calls does not
/// either, nor do types nested in it that are tribes themselves.
struct TribeChecksums {
  /// A declaration of a tribe that stands in no other one of the same tribe.
  private struct Part {
    /// The key of the tribe.
    let tribe: String
    let id: Module.ID
  }

  private let module: Module
  private let tribes: Set<String>

  /// Makes the checksums of tribes, by their keys.
  init(of tribes: Set<String>, in module: Module) {
    self.module = module
    self.tribes = tribes
  }

  /// Computes the checksums, by the keys of the tribes.
  func compute(read: Discovery.Reader) throws -> [String: UInt64] {
    var digests: [String: [UInt64]] = [:]
    for (file, parts) in Dictionary(grouping: parts(), by: \.id.file).sorted(by: { $0.key < $1.key }) {
      let ranges = parts.map { module.files[file].declarations[$0.id.declaration].range }
      try read(module.files[file].path) { bytes in
        for part in parts {
          digests[part.tribe, default: []].append(digest(of: part, in: bytes, besides: ranges))
        }
      }
    }
    return digests.mapValues { digests in
      var whole = TokenDigest()
      for digest in digests.sorted() { whole.add(digest: digest) }
      return whole.value
    }
  }

  private func parts() -> [Part] {
    module.order.flatMap { key -> [Part] in
      guard let tribe = tribe(around: key) else { return [] }
      return (module.members[key] ?? []).filter(module.isOwn).compactMap { id in
        let isInside = module.chain(of: id).dropFirst().contains { self.tribe(around: module.key(of: $0)) == tribe }
        return isInside ? nil : Part(tribe: tribe, id: id)
      }
    }
  }

  /// The tribe that a type is, or that it is nested in.
  private func tribe(around key: String) -> String? {
    var key = key[...]
    while !tribes.contains(String(key)) {
      guard let dot = key.lastIndex(of: ".") else { return nil }
      key = key[..<dot]
    }
    return String(key)
  }

  private func digest(of part: Part, in bytes: UnsafeBufferPointer<UInt8>, besides others: [Range<Int>]) -> UInt64 {
    let declaration = module[part.id]
    // The file may have changed since it was scanned, and what is left open goes on to its end.
    let start = min(declaration.range.lowerBound, bytes.count)
    let end = declaration.range.isEmpty ? bytes.count : max(start, min(declaration.range.upperBound, bytes.count))
    let inner = others.filter { start < $0.lowerBound && $0.upperBound < end }
    let digest = DeclarationDigest(
      name: Module.lastComponent(of: part.tribe),
      extended: declaration.kind == .extension
        ? String(module.key(of: part.id).dropFirst(part.tribe.count)) : nil,
      conditions: declaration.conditions,
      gaps: inner.map { $0.lowerBound - start..<$0.upperBound - start }
    )
    return digest.checksum(of: UnsafeBufferPointer(rebasing: bytes[start..<end]))
  }
}
