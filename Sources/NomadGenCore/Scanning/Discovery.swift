import NomadTargets

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The search for tribes, which scans only the files that can affect the result.
package enum Discovery {
  /// A function that reads a file and passes its bytes to a closure; the bytes are valid only during the call.
  package typealias Reader = (_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void

  /// The files scanned so far, kept so that each file is scanned only once.
  package final class Scans {
    /// The scanned files, by the UTF-8 bytes of their paths.
    ///
    /// The keys are not strings, because two files of a folder can have names that compare as equal strings.
    private var files: [[UInt8]: SourceFile] = [:]

    package init() {}

    fileprivate func scan(_ bytes: UnsafeBufferPointer<UInt8>, path: String) -> SourceFile {
      let key = Array(path.utf8)
      if let known = files[key] { return known }
      let file = Scanner.scan(bytes, path: path)
      files[key] = file
      return file
    }
  }

  /// A description of a search: the module and the protocol of the tribes, and the other names to search for.
  package struct Request {
    /// The module whose tribes to find.
    package let home: String
    /// The name of the protocol to discover.
    package let protocolName: String
    /// Whether to find all declarations of the tribes, not only those that can affect the registry.
    package let wantsAllDeclarations: Bool
    /// Returns more names to search for, given the result so far.
    package let further: (_ finder: TribeFinder) -> Set<String>

    package init(
      home: String,
      protocolName: String,
      wantsAllDeclarations: Bool = false,
      further: @escaping (_ finder: TribeFinder) -> Set<String> = { _ in [] }
    ) {
      self.home = home
      self.protocolName = protocolName
      self.wantsAllDeclarations = wantsAllDeclarations
      self.further = further
    }
  }

  /// Finds the tribes, scanning every file that contains a name that could lead to one.
  ///
  /// The search starts with the name of the protocol. The declarations in a scanned file can add names, such as that of
  /// a refinement or of a base class. The remaining files are then searched for those names, until there are no new
  /// ones. The search includes the imported modules, because they can declare protocols that a tribe conforms to.
  ///
  /// - Parameters:
  ///   - modules: The Swift files of each module, by module name.
  ///   - request: The tribes to find.
  ///   - scans: The files that were already scanned. The search adds its own.
  ///   - read: Reads a file. A file may be read more than once, but is scanned only once.
  /// - Returns: The finder of the tribes.
  /// - Throws: The errors that `read` throws.
  static func find(_ modules: [String: [String]], _ request: Request, _ scans: Scans, read: Reader) throws
    -> TribeFinder
  {
    let isHome = { (module: String) in module == request.home }
    let sources = modules.sorted { isHome($0.key) || !isHome($1.key) && $0.key < $1.key }
      .flatMap { module, paths in sorted(paths).map { (path: $0, module: module) } }
    var files = [SourceFile?](repeating: nil, count: sources.count)
    let library = Library.files(besides: request.home, protocolName: request.protocolName)
    var searched = Set(library.flatMap(\.declarations).compactMap { $0.reference.components.last?.text })
    // An extension of a library type such as `TribeTarget` can shadow its cases.
    // `@TribeDependency` outside of a tribe is a finding.
    // The registry copies the access level of an import of the library.
    var names = Set([request.protocolName, "TribeDependency", Library.core] + TribeMember.allCases.map(\.mark))
    // Re-exports decide which of several modules a file sees.
    if modules.count > 1 { names.insert("@_exported") }
    while true {
      let relevance = Relevance(names.sorted())
      for (index, source) in sources.enumerated() where files[index] == nil {
        try read(source.path) { bytes in
          guard relevance.isRelevant(bytes) else { return }
          files[index] = scans.scan(bytes, path: source.path)
          files[index]?.module = source.module
        }
      }
      searched.formUnion(names)
      let table = SymbolTable(
        files: files.compactMap(\.self) + library,
        of: modules.keys,
        home: request.home,
        protocolName: request.protocolName
      )
      let finder = TribeFinder(table: table)
      names = finder.namesOfInterest(wantsAllDeclarations: request.wantsAllDeclarations)
      names.formUnion(request.further(finder))
      // A type with `migrate()` may be a tribe by a protocol that is not seen. Only the check warns of it, but the build
      // scans these files, too, so that both decide from the same declarations.
      if table.importsLibrary { names.insert("migrate") }
      names.subtract(searched)
      if names.isEmpty { return finder }
    }
  }

  /// Returns the paths in byte order and without duplicates, so that the order of a listing has no effect.
  private static func sorted(_ paths: some Sequence<String>) -> [String] {
    // Bytes are compared, because two files of a folder can have names that compare as equal strings.
    let sorted = paths.sorted(by: ByteOrder.precedes)
    return sorted.indices.filter { $0 == 0 || !ByteOrder.areSame(sorted[$0], sorted[$0 - 1]) }.map { sorted[$0] }
  }
}

/// A quick test of whether a file can affect the result: whether one of some names ends a word in it.
///
/// Most files of a target declare no tribe. The test saves splitting them into tokens.
package struct Relevance {
  /// The names that start with the same name, so that one search finds them all.
  private struct Family {
    let start: [UInt8]
    /// The rest of each name, after the common start.
    var ends: [[UInt8]]
  }

  private let families: [Family]

  package init(_ names: some Sequence<String>) {
    // A name sorts after the names that are its prefixes.
    let sorted = names.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    families = sorted.reduce(into: []) { families, name in
      if let last = families.last, name.starts(with: last.start) {
        families[families.count - 1].ends.append(Array(name.dropFirst(last.start.count)))
      } else {
        families.append(Family(start: name, ends: [[]]))
      }
    }
  }

  package func isRelevant(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    families.contains { family in
      family.start.withUnsafeBufferPointer { Self.contains($0, in: bytes, goingOnAs: family.ends) }
    }
  }

  private static func contains(
    _ name: UnsafeBufferPointer<UInt8>,
    in bytes: UnsafeBufferPointer<UInt8>,
    goingOnAs ends: [[UInt8]]
  ) -> Bool {
    var searched = 0
    while let found = ByteSearch.firstIndex(of: name, in: UnsafeBufferPointer(rebasing: bytes[searched...])) {
      // A hit need not start a word, so that a name such as ListedTribe is found, too.
      let next = searched + found + name.count
      for end in ends where bytes[next...].starts(with: end) {
        let last = next + end.count
        if last == bytes.count || !ByteClass.isIdentifierPart(bytes[last]) { return true }
      }
      searched = next
    }
    return false
  }
}

/// A search for a sequence of bytes, at the speed of the C library's `memchr(3)`.
///
/// The C library is optimized even in a debug build of the tool, which is what most users run. `memmem(3)` would need
/// only one call, but it is not part of POSIX, and Swift does not see glibc's.
package enum ByteSearch {
  package static func firstIndex(of needle: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = bytes.baseAddress, let start = needle.baseAddress, needle.count <= bytes.count else {
      return nil
    }
    // Capital letters are rarer in source than small ones, so searching for one needs fewer comparisons.
    let anchor = needle.firstIndex { UInt8(ascii: "A") <= $0 && $0 <= UInt8(ascii: "Z") } ?? 0
    let rare = Int32(needle[anchor])
    var index = anchor
    let end = bytes.count - (needle.count - anchor) + 1
    while index < end, let found = memchr(base + index, rare, end - index) {
      let hit = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if memcmp(base + hit - anchor, start, needle.count) == 0 { return hit - anchor }
      index = hit + 1
    }
    return nil
  }
}
