// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// An app that migrates in its user interface, in the ways that the documentation shows. The app is only type-checked,
// with the stand-in beside it.

import Nomad
import NomadUI
import SwiftUI

extension TribeRegistry {
  static let generated = TribeRegistry(_module: "NotesApp") { _ in }
}

final class NotesStore {}

@MainActor
func migratedNotes() -> some View {
  NotesList().migrated(by: Nomad(.generated))
}

struct NotesList: View {
  var store = NotesStore()

  var body: some View {
    Text("Notes")
  }
}

@main
struct NotesApp: App {
  var body: some Scene {
    WindowGroup {
      NotesList()
        .migrated(by: Nomad(.generated))
    }
  }
}

struct StoreApp: App {
  var body: some Scene {
    WindowGroup {
      MigratedContent(by: Nomad(.generated)) {
        NotesList(store: NotesStore())
      }
    }
  }
}

struct FormerGroup: View {
  private let migrator = Nomad(.generated)

  var body: some View {
    NotesList()
      .migrated(by: migrator)
  }
}

struct OwnViews: View {
  let support: String
  @State private var attempts = 0

  var body: some View {
    TabView {
      NotesList()
        .migrated(by: Nomad(.generated)) { phase in
          ProgressView(value: phase.fractionCompleted)
        } failure: { error, retry in
          Text(error.userMessage)
          Button("Try Again", action: retry)
        }

      NotesList()
        .migrated(by: Nomad(.generated)) { phase in
          if case .running(let progress) = phase, let tribe = progress.tribe {
            Text("\(tribe.name): \(progress.completed) of \(progress.total)")
          } else {
            MigrationProgressView(phase)
          }
        } failure: { error, retry in
          MigrationFailureView(error) {
            attempts += 1
            retry()
          }
          if error.code == .quarantined { Text(support) }
        }

      MigratedContent(by: Nomad(.generated)) {
        NotesList(store: NotesStore())
        Text(support)
      } progress: { phase in
        NomadUI.MigrationProgressView(phase)
      } failure: { error, retry in
        NomadUI.MigrationFailureView(error, retry: retry)
      }

      NomadUI.MigratedContent(by: Nomad(.generated)) {
        EmptyView()
      }
    }
  }
}

// Views without Observation see nothing of a state: this is for iOS 17 and its contemporaries.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct ObservedNotes: View {
  @State private var migration = MigrationController(Nomad(.generated))

  var body: some View {
    VStack {
      switch migration.phase {
      case .finished: NotesList()
      case .failed(let error): MigrationFailureView(error) { migration.retry() }
      default: MigrationProgressView(migration.phase)
      }
    }
    .onAppear { migration.start() }
    .task { _ = try? await migration.run() }
  }
}

extension Nomad {
  static let group = "group.com.example.notes"

  /// The migrator, for the app and its extensions.
  static var app: Nomad { Nomad(.generated, ledger: .file(inAppGroup: group)) }
}

@MainActor
func sharedNotes() -> some View {
  NotesList().migrated(by: .app, readOnly: true)
}

struct NotesEntry {
  static let openTheApp = NotesEntry()

  static func current() async throws -> NotesEntry { NotesEntry() }
}

struct Note: Sendable {
  static func append(_ note: Note) async throws {}
}

func entry() async -> NotesEntry {
  do {
    try await Nomad.app.waitUntilMigrated()
    return try await NotesEntry.current()
  } catch {
    return .openTheApp
  }
}

func save(_ note: Note) async throws {
  try await Nomad.app.withMigratedData {
    try await Note.append(note)
  }
}

func save(_ note: Note, orExit exit: () -> Void) async throws {
  do {
    try await save(note)
  } catch let error as NomadError where error.code == .ledgerNewerThanApp {
    exit()
  }
}
