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

    init() throws { folder = try Folder() }

    private var products: BuildProducts { BuildProducts(folder: folder.url) }

    /// Writes the output file map of a module, and the list of types for each source.
    private func writeMap(_ name: String, sources: [String: String?], whole: String? = nil) throws {
      var map: [String: [String: String]] = ["": ["swift-dependencies": folder.path("\(name).build/master.swiftdeps")]]
      for (source, list) in sources {
        map[folder.path("Sources/\(source)")] = ["object": folder.path("\(name).build/\(source).o")]
        if let list { try folder.write(list, to: "\(name).build/\(source).swiftconstvalues") }
      }
      if let whole { try folder.write(whole, to: "\(name).build/\(name).swiftconstvalues") }
      let text = String(decoding: try JSONEncoder().encode(map), as: UTF8.self)
      try folder.write(text, to: "\(name).build/output-file-map.json")
    }

    private func type(_ name: String, conformingTo protocolName: String = "Nomad.Tribe") -> String {
      #"[{"typeName": "\#(name)", "mangledTypeName": "\#(name)", "file": "\#(folder.path("Sources/A.swift"))", "#
        + #""line": 1, "allConformances": [{"protocolName": "\#(protocolName)", "conformanceDefiningModule": "App"}]}]"#
    }

    private func tribes(of sources: String...) throws -> [String]? {
      try products.module("App", of: sources.map { folder.path("Sources/\($0)") })?.tribes().map(\.name)
    }

    @Test("A module has a list of types for each source, or one list if it is compiled as a whole")
    func lists() throws {
      #expect(try tribes(of: "A.swift") == nil)
      try writeMap("App", sources: ["A.swift": type("App.A"), "B.swift": "[]"])
      #expect(try tribes(of: "A.swift", "B.swift") == ["A"])
      try FileManager.default.removeItem(atPath: folder.path("App.build"))
      try writeMap("App", sources: ["A.swift": nil, "B.swift": nil], whole: type("App.A"))
      #expect(try tribes(of: "A.swift", "B.swift") == ["A"])
    }

    @Test("Sources are found through symbolic links")
    func links() throws {
      try folder.write("", to: "Real/A.swift")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("Sources"),
        withDestinationPath: folder.path("Real")
      )
      try writeMap("App", sources: ["A.swift": type("App.A")])
      #expect(try products.module("App", of: [folder.path("Real/A.swift")])?.tribes().map(\.name) == ["A"])
    }

    @Test("A missing list or source, lists of two builds, and an unreadable output file map are failures")
    func stale() throws {
      try writeMap("App", sources: ["A.swift": type("App.A"), "B.swift": nil])
      #expect(throws: Failure.self) { try tribes(of: "A.swift") }
      try folder.write("[]", to: "App.build/B.swift.swiftconstvalues")
      #expect(try tribes(of: "A.swift") == ["A"])
      #expect(throws: Failure.self) { try tribes(of: "C.swift") }
      try folder.write("[]", to: "App.build/App.swiftconstvalues")
      #expect(throws: Failure.self) { try tribes(of: "A.swift") }
      try folder.write("[", to: "App.build/output-file-map.json")
      #expect(throws: Failure.self) { try tribes(of: "A.swift") }
    }

    @Test("A build that contains Nomad but lists none of its conformances is a failure; a build without Nomad is not")
    func witness() throws {
      #expect(try products.checkLists() == false)
      try writeMap("Nomad", sources: ["A.swift": "[]"])
      #expect(throws: Failure.self) { try products.checkLists() }
      try writeMap("Nomad", sources: ["A.swift": type("Nomad.L", conformingTo: "Other.Ledger")])
      #expect(throws: Failure.self) { try products.checkLists() }
      try writeMap("Nomad", sources: ["A.swift": type("Nomad.L", conformingTo: "Nomad.Ledger")])
      #expect(try products.checkLists())
    }
  }
#endif
