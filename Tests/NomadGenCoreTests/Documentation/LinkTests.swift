import Foundation
import Testing

/// The links and paths in the documents lead to existing files, and the errors page is complete.
///
/// DocC checks the links inside the catalogue.
@Suite struct LinkTests {
  @Test(
    "Every relative link in a document leads to an existing file",
    arguments: ["README.md", ".github/CONTRIBUTING.md", ".github/PULL_REQUEST_TEMPLATE.md"]
  )
  func files(document: String) throws {
    let page = try CataloguePage(document: document)
    let folder = CataloguePage.repository.appending(path: document).deletingLastPathComponent()
    let links = page.text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { !$0.hasPrefix("https://") }
    for link in links {
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: link).path), "\(link)")
    }
    // Guards against a pattern that matches nothing, because the README has many links.
    #expect(document != "README.md" || links.count > 15)
  }

  @Test("The errors page lists every error code")
  func errors() throws {
    let codes = try CataloguePage(document: "Sources/Nomad/Errors/NomadError.Code.swift").text
      .matches(of: /static var (\w+): Code/).map { String($0.1) }
    #expect(codes.count > 30)
    let page = try CataloguePage(document: "Sources/Nomad/Nomad.docc/Errors.md").text
    for code in codes { #expect(page.contains("``NomadError/Code/\(code)``"), "\(code)") }
  }

  @Test("Every path to a source, test or CI file in the contributor guide exists")
  func paths() throws {
    let page = try CataloguePage(document: ".github/CONTRIBUTING.md")
    let code = page.text.matches(of: /`([^`\n]+)`/).map { String($0.1) }
    let paths = code.flatMap { $0.split(separator: " ") }
      .filter { $0.hasPrefix("Sources/") || $0.hasPrefix("Tests/") || $0.hasPrefix(".ci/") }
      .filter { !$0.contains("CODE") }
    #expect(paths.count > 10)
    for path in paths {
      let file = CataloguePage.repository.appending(path: String(path))
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path)")
    }
  }
}
