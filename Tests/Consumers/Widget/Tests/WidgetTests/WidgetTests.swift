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

  /// How long a run of the app takes: the shortest of three, while nothing is built.
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

  @Test("The widget that starts first asks for the app, and creates nothing", arguments: [true, false])
  func first(withNotes: Bool) async throws {
    let home = try Home(withNotes: withNotes)
    #expect(try await see(home) == Self.openTheApp)
    #expect(try await see(home, ["1"]) == Program.Outcome(lines: ["waiting", "error: migration-required"], code: 1))
    let app = try await Program.app.run(in: home)
    #expect(app == (withNotes ? Self.ready : Program.Outcome(lines: [], code: 0)))
    #expect(try await see(home) == app)
    #expect(try await see(home, ["1"]) == app)
  }

  @Test("During a migration the widget reports, or waits, and neither is in the other's way")
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

  @Test("The widget waits for the next start of an app that is killed in its midst")
  func killed() async throws {
    let home = try Home()
    let app = try Program.app.start(in: home, pausing: true)
    try await app.prints("paused")
    let (short, long) = (try Program.widget.start(["2"], in: home), try Program.widget.start(["30"], in: home))
    try await short.prints("waiting")
    try await long.prints("waiting")
    try await app.kill()
    // Some of the notes are split, and nobody shows them.
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

  @Test("The widget does not depend on what the app does in the background")
  func background() async throws {
    let home = try Home()
    try await Program.app.run(in: home)
    #expect(!FileManager.default.fileExists(atPath: home.url.appendingPathComponent("Notes/words.txt").path))
    #expect(try await see(home) == Self.ready)
    #expect(try await Program.app.run(["background"], in: home) == Self.ready)
    #expect(FileManager.default.fileExists(atPath: home.url.appendingPathComponent("Notes/words.txt").path))
    #expect(try await see(home) == Self.ready)
  }

  @Test("After an update of the app, a widget of the older build goes on as long as it can read the data")
  func olderWidget() async throws {
    let (home, older) = (try Home(), try await OlderBuild.shared.value)
    #expect(try await older.app.run(in: home) == Self.ready)
    #expect(try await see(home, with: older.widget) == Self.ready)
    // The widget of the newer build comes first.
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
    // Neither may the older app, which says the same.
    #expect(try await see(home, with: older.app) == Self.tooOld)
  }

  @Test("After a downgrade of the app, both go on with data that they can read")
  func olderApp() async throws {
    let (home, older) = (try Home(), try await OlderBuild.shared.value)
    #expect(try await Program.app.run(in: home) == Self.ready)
    #expect(try await see(home, with: older.app) == Self.ready)
    #expect(try await see(home, with: older.widget) == Self.ready)
    #expect(try await see(home) == Self.ready)
  }

  @Test("The app of an older build goes on with a tribe of its own in which a newer app was killed")
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

  @Test("After a newer app was killed in a tribe whose result older builds cannot read, they stay away")
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

  @Test("The app that is killed anywhere goes on with its own data at the next start")
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

  @Test("The names of the programs do not matter")
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

  @Test("When the app goes back to a snapshot, the widget shows all of the notes or none")
  func restore() async throws {
    let home = try Home()
    try await Program.app.run(in: home)
    #expect(try await see(home) == Self.ready)
    // The app then shows what the data has: nothing that this build can read.
    #expect(try await Program.app.run(["restore"], in: home) == Program.Outcome(lines: [], code: 0))
    #expect(try await see(home) == Self.openTheApp)
    #expect(try await Program.app.run(in: home) == Self.ready)
    #expect(try await see(home) == Self.ready)
  }

  @Test("The app that is killed anywhere in a restore leaves no mixture for the widget")
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
