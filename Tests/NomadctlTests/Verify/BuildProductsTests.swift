#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
  import Testing
  import ToolSupport

  @testable import nomadctl

  /// The search for modules in the products of a build.
  @Suite struct BuildProductsTests {
    private let folder: Folder
    private static let objects = "out/Intermediates.noindex/P.build/Debug-linux"

    init() throws { folder = try Folder() }

    /// Writes the products of Swift Build for a module: its output file map, and the list of types for each source.
    private func writeMap(
      _ name: String,
      in target: String? = nil,
      sources: [String: String?],
      whole: String? = nil
    ) throws {
      let objects = "\(Self.objects)/\(target ?? name).build/Objects-normal/x86_64"
      var map: [String: [String: String]] = [:]
      for (source, list) in sources {
        let file = "\(objects)/\(source).swiftconstvalues"
        map[folder.path("Sources/\(source)")] = [
          whole == nil ? "const-values" : "swift-dependencies": folder.path(file)
        ]
        if let list { try folder.write(list, to: file) }
      }
      if let whole {
        map[""] = ["const-values": folder.path("\(objects)/primary.swiftconstvalues")]
        try folder.write(whole, to: "\(objects)/primary.swiftconstvalues")
      }
      let data = try JSONEncoder().encode(map)
      try folder.write(
        String(decoding: data, as: UTF8.self),
        to: "\(objects)/\(target ?? name)-OutputFileMap.json"
      )
    }

    private func type(_ name: String, conformingTo protocolName: String = "Nomad.Tribe") -> String {
      #"[{"typeName": "\#(name)", "mangledTypeName": "\#(name)", "file": "\#(folder.path("Sources/A.swift"))", "#
        + #""line": 1, "allConformances": [{"protocolName": "\#(protocolName)", "conformanceDefiningModule": "App"}]}]"#
    }

    private func products() throws -> SwiftBuildProducts { try SwiftBuildProducts(in: folder.url) }

    private func tribes(of sources: String...) throws -> [String]? {
      try products().module("App", of: sources.map { folder.path("Sources/\($0)") })?.tribes().map(\.name)
    }

    @Test("A module is found by its sources under any folder name, and counts once even if it is compiled twice")
    func twice() throws {
      try writeMap("App", in: "app-tool", sources: ["A.swift": type("App.A"), "B.swift": "[]"])
      try writeMap("App", in: "App-1F-testable", sources: ["A.swift": type("App.A"), "B.swift": "[]"])
      try writeMap("Kit", sources: ["K.swift": type("Kit.K")])
      #expect(try tribes(of: "A.swift", "B.swift") == ["A"])
      #expect(try tribes(of: "A.swift", "C.swift") == nil)
    }

    @Test("A module that is compiled as a whole has one list of types")
    func whole() throws {
      try writeMap("App", sources: ["A.swift": nil, "B.swift": nil], whole: type("App.A"))
      #expect(try tribes(of: "A.swift", "B.swift") == ["A"])
    }

    @Test("Sources are found through symbolic links, and two modules with the same files keep separate lists")
    func links() throws {
      try folder.write("", to: "Real/A.swift")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("Sources"),
        withDestinationPath: folder.path("Real")
      )
      try writeMap("App", sources: ["A.swift": type("App.A")])
      let real = try products().module("App", of: [folder.path("Real/A.swift")])
      #expect(try real?.tribes().map(\.name) == ["A"])
      let map = "\(Self.objects)/App.build/Objects-normal/x86_64/App-OutputFileMap.json"
      let other = try #require(folder.text(map)).replacingOccurrences(of: "App.build", with: "Other.build")
      let renamed = try JSONDecoder().decode([String: [String: String]].self, from: Data(other.utf8))
      let moved = ["\(folder.path("Real/A.swift"))": try #require(renamed[folder.path("Sources/A.swift")])]
      try folder.write(
        String(decoding: try JSONEncoder().encode(moved), as: UTF8.self),
        to: "\(Self.objects)/Other.build/Objects-normal/x86_64/Other-OutputFileMap.json"
      )
      try folder.write("[]", to: "\(Self.objects)/Other.build/Objects-normal/x86_64/A.swift.swiftconstvalues")
      #expect(try products().module("Other", of: [folder.path("Real/A.swift")])?.types().isEmpty == true)
      #expect(try tribes(of: "A.swift") == ["A"])
    }

    @Test("A missing list, lists of two builds, and an unreadable output file map are failures")
    func stale() throws {
      try writeMap("App", sources: ["A.swift": type("App.A"), "B.swift": nil])
      #expect(throws: Failure.self) { try tribes(of: "A.swift") }
      try folder.write("[]", to: "\(Self.objects)/App.build/Objects-normal/x86_64/B.swift.swiftconstvalues")
      #expect(try tribes(of: "A.swift") == ["A"])
      try folder.write("[]", to: "\(Self.objects)/App.build/Objects-normal/x86_64/App.swiftconstvalues")
      #expect(throws: Failure.self) { try tribes(of: "A.swift") }
      try folder.write("[", to: "\(Self.objects)/App.build/Objects-normal/x86_64/App-OutputFileMap.json")
      #expect(throws: Failure.self) { try products() }
    }

    @Test("A build that contains Nomad but lists none of its conformances is a failure; a build without Nomad is not")
    func witness() throws {
      #expect(try products().checkLists() == false)
      try writeMap("Nomad", sources: ["A.swift": "[]"])
      #expect(throws: Failure.self) { try products().checkLists() }
      try writeMap("Nomad", sources: ["A.swift": type("Nomad.L", conformingTo: "Other.Ledger")])
      #expect(throws: Failure.self) { try products().checkLists() }
      try writeMap("Nomad", sources: ["A.swift": type("Nomad.L", conformingTo: "Nomad.Ledger")])
      #expect(try products().checkLists())
    }

    @Test("The maps of earlier builds are removed, and other files with such names are kept")
    func removal() throws {
      try writeMap("App", sources: ["A.swift": type("App.A")])
      let foreign = ["checkouts/P/Intermediates.noindex/X-OutputFileMap.json", "out/X-OutputFileMap.json"]
      for path in foreign { try folder.write("{}", to: path) }
      try SwiftBuildProducts.removeMaps(in: folder.url)
      #expect(try tribes(of: "A.swift") == nil)
      #expect(foreign.allSatisfy(folder.exists))
    }

    @Test("Missing or contradictory lists of a native build are failures; a missing module is not")
    func native() throws {
      let products = NativeProducts(folder: folder.url)
      #expect(try products.module("App", of: []) == nil)
      let map = [folder.path("A.swift"): ["object": folder.path("App.build/A.swift.o")]]
      try folder.write(
        String(decoding: try JSONEncoder().encode(map), as: UTF8.self),
        to: "App.build/output-file-map.json"
      )
      #expect(throws: Failure.self) { try products.module("App", of: [folder.path("A.swift")]) }
      try folder.write(type("App.A"), to: "App.build/A.swift.swiftconstvalues")
      #expect(try products.module("App", of: [folder.path("A.swift")])?.types().count == 1)
      #expect(throws: Failure.self) { try products.module("App", of: [folder.path("B.swift")]) }
      try folder.write("[]", to: "App.build/App.swiftconstvalues")
      #expect(throws: Failure.self) { try products.module("App", of: [folder.path("A.swift")]) }
    }
  }
#endif
