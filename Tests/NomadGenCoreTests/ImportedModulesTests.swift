import Foundation
import NomadGenCore
import Testing
import ToolSupport

@testable import NomadCheck

/// The search for modules in the packages that SwiftPM has checked out.
@Suite struct ImportedModulesTests {
  @Test("The checkouts are searched once, however many modules are imported")
  func once() throws {
    let folder = try Folder()
    try folder.write("let package = 1\n", to: "Package.swift")
    try folder.write("", to: "Sources/App/A.swift")
    try folder.write("", to: ".build/checkouts/kit/Sources/Kit/K.swift")
    let modules = try ImportedModules(of: Selection(of: [folder.url.path]))
    #expect(try modules.files(of: "Kit") == [folder.path(".build/checkouts/kit/Sources/Kit/K.swift")])
    #expect(try modules.files(of: "Unknown") == [])
    // A second search would find these.
    for name in ["Unknown", "Other"] { try folder.write("", to: ".build/checkouts/kit/Sources/\(name)/U.swift") }
    #expect(try modules.files(of: "Unknown") == [] && modules.files(of: "Other") == [])
  }
}
