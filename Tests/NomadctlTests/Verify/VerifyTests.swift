#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// Builds real packages, one at a time.
  @Suite(.serialized) struct VerifyTests {
    private static let isThorough = ProcessInfo.processInfo.environment["NOMAD_TEST_BUILDS"] == "all"

    @Test("Verify builds a real package, and reports agreement, differences with their places, and a failed build")
    func verify() throws {
      let consumer = try VerifiedConsumer()
      let agreed = try consumer.verify()
      #expect(agreed.code == 0, "\(agreed.error)")
      #expect(
        agreed.output == """
          Kit: no tribe in the registry, and none is missing
            left out by nomad:ignore: Base
          App: the compiler sees the same 8 tribes
            not in this build: Branch, #if os(Windows)
            target not compared, because the compiler has no constant value for it: Constant

          """
      )
      #expect(agreed.error.contains("Build complete!"))
      #expect(consumer.exists(".build/nomad-verify") && !consumer.exists(".build/debug"))

      try consumer.write(
        """
        import Nomad

        @attached(extension, conformances: Tribe)
        macro Nomadic() = #externalMacro(module: "MacroPlugin", type: "Nomadic")

        @Nomadic
        struct ByMacro {
          static let target: TribeTarget = .literal("4.0.0")
          func migrate() async throws {}
        }

        @Nomadic
        private struct Hidden {
          static let target: TribeTarget = .literal("4.1.0")
          func migrate() async throws {}
        }

        enum Drafts {
          @Nomadic
          struct Nested {
            static let target: TribeTarget = .literal("4.2.0")
            func migrate() async throws {}
          }
        }
        """,
        to: "Sources/App/Macro.swift"
      )
      try consumer.write(
        """
        import Strangers

        struct Strange: Tribe {
          static let target: TribeTarget = .literal("5.0.0")
          func migrate() async throws {}
        }
        """,
        to: "Sources/App/Strange.swift"
      )
      let different = try consumer.verify()
      #expect(different.code == 1)
      let findings = different.error.split(separator: "\n").filter {
        $0.contains("-tribe]") && $0.contains(": error: ")
      }
      let (macro, strange) = (
        consumer.path("Sources/App/Macro.swift"), consumer.path("Sources/App/Strange.swift")
      )
      try #require(findings.count == 4, "\(different.error)")
      #expect(
        findings[0].hasPrefix(
          "\(macro):\(try consumer.line(of: "struct ByMacro", in: "Sources/App/Macro.swift")): error: "
        )
      )
      #expect(findings[0].hasSuffix("[unseen-tribe]"))
      #expect(findings[1].contains("'Hidden'") && findings[1].hasSuffix("[unseen-tribe]"))
      #expect(findings[2].contains("'Drafts.Nested'") && findings[2].hasSuffix("[unseen-tribe]"))
      #expect(findings[3].hasPrefix("\(strange):3:8: error: ") && findings[3].hasSuffix("[imagined-tribe]"))
      #expect(different.output.contains("App: 4 differences, and 8 tribes of both\n"))

      let result = try consumer.verify("--format", "json")
      let document = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      #expect(result.code == 1 && document["version"] as? Int == 1)
      let listed = try #require(document["findings"] as? [[String: Any]])
      #expect(
        listed.map { $0["code"] as? String } == ["unseen-tribe", "unseen-tribe", "unseen-tribe", "imagined-tribe"]
      )
      #expect(listed.map { $0["name"] as? String } == ["ByMacro", "Hidden", "Drafts.Nested", "Strange"])
      let modules = try #require(document["modules"] as? [[String: Any]])
      #expect(modules.map { $0["name"] as? String } == ["Kit", "App"])
      #expect(modules.map { $0["registry"] as? Bool } == [false, true])

      // The lists for the removed sources are still in the folder, under the product's old name.
      try FileManager.default.removeItem(atPath: macro)
      try FileManager.default.removeItem(atPath: strange)
      try consumer.renameProduct(to: "Renamed")
      let same = try consumer.verify()
      #expect(same.code == 0 && same.output == agreed.output, "\(same.error)")

      try consumer.write("import Nomad\nstruct Broken: Tribe {\n", to: "Sources/Kit/Broken.swift")
      let broken = try consumer.verify()
      #expect(broken.code == 2 && broken.output == "")
      #expect(broken.error.contains("Sources/Kit/Broken.swift:") && broken.error.contains("error: "))
      #expect(broken.error.split(separator: "\n").last?.hasPrefix("nomadctl: error: the build failed") == true)
    }

    @Test(
      "Verify works for a release build, and includes test targets only if they are built",
      .enabled(if: isThorough)
    )
    func release() throws {
      let consumer = try VerifiedConsumer()
      try consumer.write(
        """
        import Nomad

        struct OfTests: Tribe {
          static let target: TribeTarget = .always
          func migrate() async throws {}
        }
        """,
        to: "Tests/AppTests/Tests.swift"
      )
      let result = try consumer.verify("-c", "release")
      #expect(result.code == 0 && result.output.contains("App: the compiler sees the same 8 tribes"), "\(result.error)")
      #expect(!result.output.contains("AppTests"))
      let tests = try consumer.verify("--", "--build-tests")
      #expect(
        tests.code == 0 && tests.output.contains("AppTests: the compiler sees the same 1 tribe\n  it does not use"),
        "\(tests.error)"
      )
    }

    @Test(
      "Verify works through 'swift package', which locks its own build folder during the command",
      .enabled(if: isThorough)
    )
    func plugin() throws {
      let consumer = try VerifiedConsumer(hasCommand: true)
      let result = try consumer.verifyThroughPlugin()
      #expect(result.code == 0 && result.output.contains("App: the compiler sees the same 8 tribes"), "\(result.error)")
    }

    @Test(
      "Verify refuses options that it sets itself, and SwiftPM's build folder",
      arguments: [
        (["--", "--build-system", "swiftbuild"], "--build-system is not allowed"),
        (["--", "--scratch-path", "x"], "--scratch-path is not allowed"),
        (["--", "--configuration=release"], "--configuration is not allowed"),
        (["--scratch-path", ".build"], "a folder of its own"),
      ]
    )
    func refused(arguments: [String], reason: String) throws {
      let folder = try Folder()
      let result = try Tool("nomadctl").run(["verify"] + arguments, in: folder.url)
      #expect(result.code == 2 && result.output == "" && result.error.contains(reason), "\(result.error)")
    }

    @Test("Verify exits with code 2 and an error about Package.swift if there is no package")
    func noPackage() throws {
      let folder = try Folder()
      let result = try Tool("nomadctl").run(["verify"], in: folder.url)
      #expect(result.code == 2 && result.output == "" && result.error.contains("Package.swift"))
    }
  }
#endif
