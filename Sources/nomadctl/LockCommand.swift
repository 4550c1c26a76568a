#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore
  import NomadTargets

  /// The command `nomadctl lock`, which records shipped tribes in the release lock.
  struct LockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "lock",
      abstract: "Record a release in Tribes.lock, or accept findings of the check, as 'nomad-gen --lock' does.",
      discussion: """
        Tribes.lock has a line for each tribe that has shipped: its target, its first release, and a checksum of \
        its source. It also has a line for each stored type and each release in which its shape changed. Run this \
        command for each release, and commit the file:

          swift package nomad lock --release 2.4.0

        It adds the new tribes and shapes, and leaves the lines of the others unchanged. It refuses while the check finds \
        an error, and while a part of a tribe is not written yet. Accept an intended change of a tribe or a stored type, with a reason that the line records for reviewers:

          swift package nomad lock --accept App.SplitNotes --reason "a typo in a log message"

        A type is stored if it conforms to Stored. List a type of a module that does not import Nomad:

          swift package nomad lock --stored Model.Note
        """
    )

    @Option(
      help: ArgumentHelp("The app version that ships; the command adds its tribes and shapes.", valueName: "version")
    )
    var release: String?

    @Option(
      help: ArgumentHelp(
        "A tribe or a type, such as Note or App.Note, whose findings to accept; repeat the option for each.",
        valueName: "name"
      )
    )
    var accept: [String] = []

    @Option(
      help: ArgumentHelp(
        "The reason for accepting the findings: what happens to the affected users.",
        valueName: "text"
      )
    )
    var reason: String?

    @Option(
      help: ArgumentHelp(
        "A type, such as Note or Model.Note, that is stored and does not conform to Stored; repeat the option for each.",
        valueName: "type"
      )
    )
    var stored: [String] = []

    @OptionGroup
    var sources: SourceOptions

    func validate() throws {
      if release == nil, accept.isEmpty, stored.isEmpty {
        throw ValidationError(
          "Give --release VERSION to lock new tribes, --accept NAME to accept findings, or --stored TYPE to list a type."
        )
      }
      if accept.isEmpty != (reason == nil) { throw ValidationError("--accept and --reason go together.") }
      if reason?.allSatisfy(\.isWhitespace) == true { throw ValidationError("--reason must not be empty.") }
      guard let release else { return }
      do { _ = try TribeVersion(app: release) } catch { throw ValidationError("--release: \(error)") }
    }

    func run() throws {
      var update = LockUpdate()
      (update.release, update.stored) = (release, stored)
      update.acceptances = accept.map { .init(name: $0, reason: reason ?? "") }
      let outcome = try update.run(on: try sources.selection())
      Console.error.write(outcome.findings)
      if let refusal = outcome.refusal {
        Console.error.write("nomadctl: error: \(refusal)\n")
        throw ExitCode.failure
      }
      Console.output.write(outcome.changes)
      if let note = outcome.note { Console.error.note(note) }
    }
  }
#endif
