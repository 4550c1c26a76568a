#if Nomadctl
  import Foundation
  import ToolSupport

  /// A package with stored types that have changed since a release.
  enum StoredPackage {
    static let tool = Tool("nomadctl")

    static let lock = """
      tribes-lock 1

      shape App.Author 2.1.0 { name: String }
      shape App.Box 2.1.0 { h: Int, w: Int }
      shape App.Figure 2.1.0 enum { circle(radius: Double), pair(_0: Int, of: Author), point }
      shape App.Note 2.1.0 { author: Author, text "body": String }
      shape App.Note 2.4.0 { author: Author, box: Box, byName: [String: Author], figure: Figure, id: Int, old: [Date], \
      others: [Author]?, text "body": String, theme: Note.Theme, let version: Int }
      shape App.Note.Theme 2.1.0 String { dark = "dark", light = "light", sepia = "sepia" }

      """

    static let sources = """
      import Foundation
      import Nomad

      struct Note: Codable, Stored {
        var id: UUID
        var text: String
        var due: Double?
        var author: Author
        var others: [Author]?
        var byName: [String: Author]
        let version = 3
        var theme: Theme
        var figure: Figure
        var box: Box
        var cache = 3
        enum CodingKeys: String, CodingKey {
          case id, text = "body", due, author, others, byName, version, theme, figure, box
        }
        enum Theme: String, Codable { case dark, light, auto }
      }
      struct Author: Codable {
        var name: String
        init(called name: String) { self.name = name }
      }
      enum Figure: Codable { case circle(radius: Double), point, pair(Int, of: Author) }
      public final class Box: Codable {
        var w = 1
        var h = 2
        init() {}
      }

      """

    static func folder() throws -> Folder {
      let folder = try Folder()
      try folder.write(lock, to: "Tribes.lock")
      try folder.write(sources, to: "Sources/App/Note.swift")
      try folder.write("", to: "Tests/AppTests/AppTests.swift")
      return folder
    }

    static func run(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
      try tool.run(arguments, in: folder.url)
    }
  }
#endif
