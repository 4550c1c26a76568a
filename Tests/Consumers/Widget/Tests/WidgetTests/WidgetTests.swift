import Foundation
import Testing

/// The app and its widget as processes of their own.
@Suite("The app and its widget")
struct WidgetTests {
  private static let notes = ["note: buy water", "note: feed the camels", "note: leave at dawn"]
  private static let ready = Program.Outcome(lines: notes, code: 0)
  private static let openTheApp = Program.Outcome(lines: ["error: migration-required"], code: 1)
  private static let tooOld = Program.Outcome(lines: ["error: ledger-newer-than-app"], code: 1)

  /// Runs a widget, which must not change anything.
  private func see(
    _ home: Home,
    with widget: Program = .widget,
    _ arguments: [String] = [],
    at version: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Program.Outcome {
    let before = try home.tree()
    let outcome = try await widget.run(arguments, in: home, at: version)
    #expect(try home.tree() == before, sourceLocation: sourceLocation)
    return outcome
  }

  /// Returns the shortest duration of three runs of the app, measured while nothing is being built.
  private func duration(of arguments: [String], after prepare: (Home) async throws -> Void) async throws -> Duration {
    _ = try await OlderBuild.shared.value
    var shortest = Duration.seconds(1)
    for _ in 1...3 {
      let home = try Home()
      try await prepare(home)
      let start = ContinuousClock.now
      try await Program.app.run(arguments, in: home)
      shortest = min(shortest, start.duration(to: .now))
    }
    return shortest
  }

  @Test("A widget that starts before the app asks for the app and creates nothing", arguments: [true, false])
  func first(withNotes: Bool) async throws {
    let home = try Home(withNotes: withNotes)
    #expect(try await see(home) == Self.openTheApp)
    #expect(try await see(home, ["1"]) == Program.Outcome(lines: ["waiting", "error: migration-required"], code: 1))
    let app = try await Program.app.run(in: home)
    #expect(app == (withNotes ? Self.ready : Program.Outcome(lines: [], code: 0)))
    #expect(try await see(home) == app)
    #expect(try await see(home, ["1"]) == app)
  }

  @Test("The widget reports or waits during a migration, and neither program disturbs the other")
  func during() async throws {
    let home = try Home()
    let app = try Program.app.start(in: home, pausing: true)
    try await app.prints("paused")
    #expect(try await see(home) == Self.openTheApp)
    let waiting = try Program.widget.start(["30"], in: home)
    try await waiting.prints("waiting")
    let before = try home.tree()
    #expect(try await see(home, ["1"]).lines == ["waiting", "error: migration-required"])
    #expect(try home.tree() == before)
    #expect(waiting.isRunning && app.isRunning)
    try home.resume()
    #expect(try await app.outcome().lines == ["paused"] + Self.notes)
    #expect(try await waiting.outcome() == Program.Outcome(lines: ["waiting"] + Self.notes, code: 0))
    #expect(try await see(home) == Self.ready)
  }

  @Test("A waiting widget continues after the next start of an app that was killed during its migration")
  func killed() async throws {
    let home = try Home()
    let app = try Program.app.start(in: home, pausing: true)
    try await app.prints("paused")
    let (short, long) = (try Program.widget.start(["2"], in: home), try Program.widget.start(["30"], in: home))
    try await short.prints("waiting")
    try await long.prints("waiting")
    try await app.kill()
    // Some of the notes are split, and no program shows them.
    #expect(try await see(home) == Self.openTheApp)
    #expect(try await short.outcome().lines == ["waiting", "error: migration-required"])
    try home.resume()
    #expect(try await Program.app.run(in: home) == Self.ready)
    #expect(try await long.outcome() == Program.Outcome(lines: ["waiting"] + Self.notes, code: 0))
    #expect(try await see(home) == Self.ready)
  }

  @Test("A widget that is killed while it waits leaves nothing behind")
  func killedWidget() async throws {
    let home = try Home()
    let app = try Program.app.start(in: home, pausing: true)
    try await app.prints("paused")
    let before = try home.tree()
    let widget = try Program.widget.start(["30"], in: home)
    try await widget.prints("waiting")
    try await widget.kill()
    #expect(try home.tree() == before)
    try home.resume()
    #expect(try await app.outcome().code == 0)
  }

  @Test("The widget works before and after the app's deferred tribe has run")
  func background() async throws {
    let home = try Home()
    try await Program.app.run(in: home)
    #expect(!FileManager.default.fileExists(atPath: home.url.appendingPathComponent("Notes/words.txt").path))
    #expect(try await see(home) == Self.ready)
    #expect(try await Program.app.run(["background"], in: home) == Self.ready)
    #expect(FileManager.default.fileExists(atPath: home.url.appendingPathComponent("Notes/words.txt").path))
    #expect(try await see(home) == Self.ready)
  }

  @Test("A widget of an older build works as long as it can read the data of the updated app")
  func olderWidget() async throws {
    let (home, older) = (try Home(), try await OlderBuild.shared.value)
    #expect(try await older.app.run(in: home) == Self.ready)
    #expect(try await see(home, with: older.widget) == Self.ready)
    // The newer widget starts before the newer app.
    #expect(try await see(home) == Self.openTheApp)
    // AddTags is readable since 2.0.0, and RenameNotes is not.
    try await Program.app.run(["background"], in: home)
    #expect(try await see(home, with: older.widget) == Self.ready)
    #expect(try await see(home, at: "4.0.0") == Self.openTheApp)
    #expect(try await Program.app.run(in: home, at: "4.0.0") == Self.ready)
    #expect(try await see(home, with: older.widget) == Self.tooOld)
    #expect(try await see(home, with: older.widget, ["1"]) == Self.tooOld)
    #expect(try await see(home) == Self.tooOld)
    #expect(try await see(home, at: "4.0.0") == Self.ready)
    // The older app reports the same error.
    #expect(try await see(home, with: older.app) == Self.tooOld)
  }

  @Test("The older app and its widget work after a downgrade if they can read the data")
  func olderApp() async throws {
    let (home, older) = (try Home(), try await OlderBuild.shared.value)
    #expect(try await Program.app.run(in: home) == Self.ready)
    // Its first start replaces the seal, which answered the newer app.
    #expect(try await older.app.run(in: home) == Self.ready)
    #expect(try await see(home, with: older.app) == Self.ready)
    #expect(try await see(home, with: older.widget) == Self.ready)
    #expect(try await see(home) == Self.ready)
  }

  @Test("An older app completes its own tribe in which a newer app was killed")
  func killedUpdate() async throws {
    let (home, older) = (try Home(), try await OlderBuild.shared.value)
    let app = try Program.app.start(in: home, at: "4.0.0", pausing: true)
    try await app.prints("paused")
    try await app.kill()
    #expect(try await see(home, with: older.widget) == Self.openTheApp)
    #expect(try await older.app.run(in: home) == Self.ready)
    #expect(try await see(home, with: older.widget) == Self.ready)
    #expect(try await see(home, at: "4.0.0") == Self.openTheApp)
  }

  @Test("Older builds refuse the data after a newer app was killed in a tribe whose result they cannot read")
  func killedNewerTribe() async throws {
    let (home, older) = (try Home(), try await OlderBuild.shared.value)
    try await older.app.run(in: home)
    let app = try Program.app.start(in: home, at: "4.0.0", pausing: true)
    try await app.prints("paused")
    #expect(try await see(home, with: older.widget) == Self.tooOld)
    try await app.kill()
    #expect(try await see(home, with: older.widget) == Self.tooOld)
    #expect(try await see(home, with: older.app) == Self.tooOld)
    #expect(try await see(home) == Self.tooOld)
    #expect(try await see(home, at: "4.0.0") == Self.openTheApp)
    #expect(try await Program.app.run(in: home, at: "4.0.0") == Self.ready)
    #expect(try await see(home, at: "4.0.0") == Self.ready)
  }

  @Test("An app that is killed at any time completes its migration at the next start")
  func killedAnywhere() async throws {
    let whole = try await duration(of: []) { _ in }
    for part in 1...30 {
      let home = try Home()
      let app = try Program.app.start(in: home)
      try await Task.sleep(for: whole * Double(part) / 30)
      try await app.killUnlessOver()
      let seen = try await see(home)
      #expect(seen == Self.ready || seen == Self.openTheApp, "\(part) of 30")
      #expect(try await Program.app.run(in: home) == Self.ready)
      #expect(try await see(home) == Self.ready)
    }
  }

  @Test("The app and the widget work under other names")
  func renamed() async throws {
    let home = try Home()
    let app = try Program.app.renamed("My Notes", into: home.folder)
    let widget = try Program.widget.renamed("wodget", into: home.folder)
    #expect(try await see(home, with: widget) == Self.openTheApp)
    #expect(try await app.run(in: home) == Self.ready)
    #expect(try await see(home, with: widget) == Self.ready)
    #expect(try await see(home) == Self.ready)
    // Nothing runs again.
    #expect(try await see(home, with: .app) == Self.ready)
  }

  @Test("The widget asks for the app after a restore and shows all notes after the next migration")
  func restore() async throws {
    let home = try Home()
    try await Program.app.run(in: home)
    #expect(try await see(home) == Self.ready)
    // The restored data contains nothing that this build can read.
    #expect(try await Program.app.run(["restore"], in: home) == Program.Outcome(lines: [], code: 0))
    #expect(try await see(home) == Self.openTheApp)
    #expect(try await Program.app.run(in: home) == Self.ready)
    #expect(try await see(home) == Self.ready)
  }

  @Test("The widget never shows a mixture of data when the app is killed during a restore")
  func killedRestore() async throws {
    let errors = ["error: migration-required", "error: restore-unfinished"]
    let whole = try await duration(of: ["restore"]) { try await Program.app.run(in: $0) }
    for part in 1...20 {
      let home = try Home()
      try await Program.app.run(in: home)
      let app = try Program.app.start(["restore"], in: home)
      try await Task.sleep(for: whole * Double(part) / 20)
      try await app.killUnlessOver()
      let seen = try await see(home)
      #expect(seen == Self.ready || errors.contains { seen == Program.Outcome(lines: [$0], code: 1) }, "\(part) of 20")
      #expect(try await Program.app.run(in: home) == Self.ready)
      #expect(try await see(home) == Self.ready)
    }
  }
}
