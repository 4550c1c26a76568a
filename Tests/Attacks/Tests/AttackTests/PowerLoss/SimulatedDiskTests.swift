import Testing

@testable import Nomad
@testable import NomadFiles

@Suite("A simulated disk")
struct SimulatedDiskTests {
  private let disk = SimulatedDisk()

  private func make(_ name: String, _ text: String) throws -> Int32 {
    let file = try disk.open(name, for: .creating)
    try disk.writeAll(Array(text.utf8), to: file)
    return file
  }

  /// Returns the file at a path after a loss of power, with a fate for each change that is not durable.
  private func left(_ path: String, _ fate: (DiskChange) -> Fate = { _ in .dropped }) -> String? {
    let volume = disk.volume.afterPowerLoss(fate)
    return volume.find(path).node.flatMap(volume.bytes).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("A file is durable after its own sync and a sync of its folder")
  func synced() throws {
    let file = try make("/a", "text")
    #expect(left("/a") == nil)
    try disk.sync(file, .contents)
    #expect(left("/a") == nil)
    try disk.syncFolder("/")
    #expect(left("/a") == "text")
  }

  @Test("Unsynced data is lost in a power loss, but survives a kill of the process")
  func unsynced() throws {
    let file = try make("/a", "text")
    try disk.syncFolder("/")
    #expect(left("/a") == "")
    try disk.sync(file, .contents)
    try disk.writeAll(Array(" more".utf8), to: file)
    #expect(left("/a") == "text")
    #expect(disk.volume.settled.find("/a").node.flatMap(disk.volume.bytes) == Array("text more".utf8))
  }

  @Test("An append that survives after a lost one leaves a hole of zeros")
  func hole() throws {
    let file = try make("/a", "1")
    try disk.writeAll([UInt8(ascii: "2")], to: file)
    try disk.syncFolder("/")
    #expect(left("/a") { $0.kind == .write([UInt8(ascii: "2")], at: 1) ? .kept : .dropped } == "\02")
  }

  @Test("A power loss can corrupt writes to files, but not changes to folders")
  func trashed() throws {
    _ = try make("/a", "a long text")
    for trash in Fate.Trash.allCases {
      #expect(left("/a") { _ in .trashed(trash) } == nil)
      let rest = left("/a") { $0.canBeTrashed ? .trashed(trash) : .kept }
      // If there are two sectors, both may have arrived.
      #expect(rest != nil && (rest != "a long text" || trash != .noise && trash != .zeros))
    }
    #expect(left("/a") { $0.canBeTrashed ? .trashed(.sizeOnly) : .kept }?.utf8.count == 11)
  }

  @Test("A rename can be lost until the folder is synced")
  func renamed() throws {
    try disk.sync(try make("/a", "old"), .everything)
    try disk.sync(try make("/a.new", "new"), .everything)
    try disk.syncFolder("/")
    try disk.rename("/a.new", to: "/a")
    #expect(left("/a") == "old")
    #expect(left("/a.new") == "new")
    try disk.syncFolder("/")
    #expect(left("/a") == "new")
    #expect(left("/a.new") == nil)
  }

  @Test("A file that is renamed before it is synced can be empty or contain garbage")
  func renamedUnsynced() throws {
    try disk.sync(try make("/a", "old"), .everything)
    _ = try make("/a.new", "new")
    try disk.rename("/a.new", to: "/a")
    try disk.syncFolder("/")
    #expect(left("/a") == "")
    #expect(left("/a") { _ in .trashed(.zeros) } == "\0\0\0")
  }

  @Test("Data whose sync failed does not become durable through a later sync")
  func failedSync() throws {
    let disk = SimulatedDisk(faults: DiskFaults(failingSyncs: [1]))
    let file = try disk.open("/a", for: .creating)
    try disk.syncFolder("/")
    try disk.writeAll([1], to: file)
    #expect(throws: SystemError.self) { try disk.sync(file, .contents) }
    try disk.writeAll([2], to: file)
    try disk.sync(file, .contents)
    let volume = disk.volume.afterPowerLoss { _ in .dropped }
    #expect(volume.find("/a").node.flatMap(volume.bytes) == [0, 2])
    #expect(disk.volume.find("/a").node.flatMap(disk.volume.bytes) == [1, 2])
  }

  @Test("A change after a barrier is durable only if the writes before the barrier are durable")
  func barrier() throws {
    let file = try make("/a", "before")
    try disk.syncFolder("/")
    try disk.sync(file, .ordered)
    #expect(left("/a") == "")
    let other = try make("/b", "after")
    #expect(left("/a") { $0.canBeTrashed ? .dropped : .kept } == "before")
    try disk.sync(other, .contents)
    #expect(left("/a") == "before")
  }

  @Test("An overwrite in place leaves either the old bytes or the new ones")
  func inPlace() throws {
    let file = try make("/a", "12345")
    try disk.sync(file, .contents)
    try disk.syncFolder("/")
    _ = try disk.write(Array("xy".utf8)[...], to: file, at: 1)
    #expect(left("/a") == "12345")
    #expect(left("/a") { _ in .kept } == "1xy45")
  }

  @Test("A dead process holds no lock and has no further effect")
  func ended() throws {
    let first = SimulatedDisk(faults: DiskFaults(end: 2))
    let lock = try first.open("/a.lock", for: .creatingLock)
    #expect(try first.tryLock(lock, isShared: false))
    #expect(try !first.tryLock(try first.open("/a.lock", for: .locking), isShared: false))
    try first.writeAll([1], to: lock)
    #expect(throws: SystemError.self) { try first.writeAll([2], to: lock) }
    let second = SimulatedDisk(first.volume)
    #expect(try second.tryLock(try second.open("/a.lock", for: .locking), isShared: false))
    #expect(second.volume.find("/a.lock").node.flatMap(second.volume.bytes) == [1])
  }
}
