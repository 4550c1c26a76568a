import Nomad

// The build of release 2 does not contain these tribes.
#if !RELEASE_2
  /// Adds a file that release 2 ignores.
  struct AddTags: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    static let readableSince: TribeVersion? = "2.0.0"

    func migrate() async throws {
      let folder = NotesFolder.shared
      try folder.write("", to: "tags.txt")
    }
  }

  /// Gives the notes names that only release 4 looks for.
  struct RenameNotes: Tribe {
    static let target: TribeTarget = .literal("4.0.0")
    static let readableSince: TribeVersion? = "4.0.0"

    func migrate() async throws {
      let folder = NotesFolder.shared
      for name in try folder.names(endingIn: ".txt") {
        guard let text = try folder.read(name) else { continue }
        try folder.write(text, to: name.replacing(".txt", with: ".md"))
        try folder.remove(name)
        if name == "note-0.txt" { try await Pause.here() }
      }
    }
  }

  /// Counts the words, when there is time.
  struct CountWords: Tribe {
    static let target: TribeTarget = .once("2026-12-count-words")
    static let urgency: TribeUrgency = .deferred
    static let readableSince: TribeVersion? = "2.0.0"

    func migrate() async throws {
      let folder = NotesFolder.shared
      let words = try folder.texts().map { $0.split(separator: " ").count }.reduce(0, +)
      try folder.write("\(words)", to: "words.txt")
    }
  }
#endif
