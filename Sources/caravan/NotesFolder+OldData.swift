import Foundation

extension NotesFolder {
  /// Writes the data of a user of version 1.0.0, which kept everything in two text files.
  func plantOldData() throws {
    try Data(
      """
      2019-05-04 Buy water skins, twelve at least #shopping
      2019-05-06 Ask Idris about the northern wells #route #people
      2019-05-11 The grey camel limps; rest it on Friday #animals
      2019-06-02 Salt sells best in Timbuktu #trade #route

      """.utf8
    ).write(to: oldNotes)
    try Data("theme=sand\nsort=newest\n".utf8).write(to: oldSettings)
  }
}
