/// The effect of a loss of power on a change that was not durable.
enum Fate: Hashable, Sendable {
  case kept
  case dropped
  /// Garbage, which only writes can become: folders and sizes change completely or not at all.
  case trashed(Trash)

  /// The form of the garbage.
  enum Trash: Hashable, CaseIterable, Sendable {
    case noise
    case zeros
    /// The first part is correct, and the second is noise.
    case rightThenNoise
    case noiseThenRight
    /// Only the beginning was written, and the file ends there.
    case cut
    /// The file has its full length, but none of the bytes arrived.
    case sizeOnly
  }

  static let biases = 6

  /// Returns a random fate of a change.
  ///
  /// The bias differs for each loss of power, and determines how much is lost.
  static func random(of change: DiskChange, bias: Int, using random: inout SplitMix64) -> Fate {
    let fate = Self.random(bias: bias, using: &random)
    if case .trashed = fate, !change.canBeTrashed { return .dropped }
    return fate
  }

  private static func random(bias: Int, using random: inout SplitMix64) -> Fate {
    let die = Int.random(in: 0..<6, using: &random)
    switch bias {
    case 0: return .dropped
    case 1: return die < 4 ? .kept : .trashed(.random(using: &random))
    case 2: return die < 4 ? .trashed(.random(using: &random)) : .dropped
    case 3: return die < 5 ? .kept : .dropped
    default: return die < 2 ? .kept : die < 4 ? .dropped : .trashed(.random(using: &random))
    }
  }
}

extension Fate: CustomStringConvertible {
  var description: String {
    switch self {
    case .kept: "kept"
    case .dropped: "dropped"
    case .trashed(let trash): "trashed, \(trash)"
    }
  }
}

extension Fate.Trash {
  static func random(using random: inout SplitMix64) -> Self {
    allCases[Int.random(in: 0..<allCases.count, using: &random)]
  }

  /// Returns the bytes that replace a change's own bytes.
  ///
  /// Equal changes get equal bytes, so that equal cases are equal.
  func bytes(of bytes: [UInt8], number: Int) -> [UInt8] {
    var random = SplitMix64(seed: UInt64(number))
    // The boundary between two sectors, which can be anywhere in a line.
    let split = Int.random(in: 0...bytes.count, using: &random)
    func noise(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }
    return switch self {
    case .noise: noise(bytes.count)
    case .zeros: Array(repeating: 0, count: bytes.count)
    case .rightThenNoise: bytes.prefix(split) + noise(bytes.count - split)
    case .noiseThenRight: noise(split) + bytes.dropFirst(split)
    case .cut: Array(bytes.prefix(split))
    case .sizeOnly: []
    }
  }
}
