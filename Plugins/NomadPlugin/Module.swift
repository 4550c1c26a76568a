import Foundation
import PackagePlugin

/// A module and its Swift sources.
struct Module {
  var name: String
  var sources: [URL]

  var paths: [String] { sources.map { $0.path(percentEncoded: false) }.sorted() }

  init(name: String, sources: [URL]) {
    self.name = name
    self.sources = sources
  }

  init(_ target: any SourceModuleTarget) {
    self.init(name: target.moduleName, sources: target.sourceFiles(withSuffix: "swift").map(\.url))
  }
}
