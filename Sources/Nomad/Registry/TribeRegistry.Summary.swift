internal import NomadFormat

extension TribeRegistry {
  /// The facts that a plan needs about all tribes together, computed once and not for every run.
  final class Summary: Sendable {
    /// The first two tribes that share a place in the order where only one may stand, or that are the same tribe.
    let duplicate: (Entry, Entry)?

    /// The error in the tribes that replace others; nil if there is none.
    let mergeError: NomadError?

    /// The checksum of everything in the registry that can make a tribe due: the keys, the modules and the urgency.
    let checksum: UInt64

    /// Computes the facts from sorted entries.
    init(of entries: [Entry]) {
      duplicate = zip(entries, entries.dropFirst()).first { previous, entry in
        previous.position == entry.position && (!entry.position.isShareable || previous == entry)
      }
      mergeError = NomadError.merge(in: entries)
      checksum = entries.reduce(0) { sum, entry in
        var text = "\(entry.key)\t\(entry.module)"
        if entry.urgency == .deferred { text += "\tdeferred" }
        for merged in entry.merged { text += "\t\(merged.key)" }
        return sum &+ XXH64.checksum(of: text)
      }
    }
  }
}
