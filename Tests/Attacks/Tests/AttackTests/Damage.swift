/// A kind of damage to the bytes of a file.
enum Damage: CustomStringConvertible {
  static let sectorSize = 512

  case cut(to: Int)
  case flipped(bit: Int)
  /// The file kept its length, but the bytes that were written last are missing.
  case zeroed(from: Int)
  case zeroedSector(Int)
  case replacedSector(Int, by: Int)

  var description: String {
    switch self {
    case .cut(let length): "cut to \(length) bytes"
    case .flipped(let bit): "bit \(bit % 8) of byte \(bit / 8) flipped"
    case .zeroed(let start): "zeros from byte \(start) on"
    case .zeroedSector(let sector): "sector \(sector) zeroed"
    case .replacedSector(let sector, let other): "sector \(sector) replaced by sector \(other)"
    }
  }

  /// Returns every damage of a file of a given size.
  ///
  /// If not thorough, only some of the single bytes and bits are damaged.
  static func all(of size: Int, isThorough: Bool) -> [Damage] {
    let sectors = 0..<((size + sectorSize - 1) / sectorSize)
    return stride(from: 0, to: size, by: isThorough ? 1 : 13).map { .cut(to: $0) }
      + stride(from: 0, to: size, by: isThorough ? 1 : 29).map { .zeroed(from: $0) }
      + stride(from: 0, to: size * 8, by: isThorough ? 1 : 43).map { .flipped(bit: $0) }
      + sectors.map { .zeroedSector($0) }
      + sectors.flatMap { sector in sectors.filter { $0 != sector }.map { .replacedSector(sector, by: $0) } }
  }

  /// Returns the damaged bytes.
  func done(to bytes: [UInt8]) -> [UInt8] {
    var damaged = bytes
    switch self {
    case .cut(let length): damaged.removeSubrange(length...)
    case .flipped(let bit): damaged[bit / 8] ^= 1 << UInt8(bit % 8)
    case .zeroed(let start): for index in start..<bytes.count { damaged[index] = 0 }
    case .zeroedSector(let sector): for index in Self.range(of: sector, in: bytes) { damaged[index] = 0 }
    case .replacedSector(let sector, let other):
      damaged.replaceSubrange(Self.range(of: sector, in: bytes), with: bytes[Self.range(of: other, in: bytes)])
    }
    return damaged
  }

  private static func range(of sector: Int, in bytes: [UInt8]) -> Range<Int> {
    (sector * sectorSize)..<min((sector + 1) * sectorSize, bytes.count)
  }
}
