#if Nomadctl
  import ArgumentParser
  import Foundation
  import Nomad
  import NomadFiles
  import NomadExamination
  import NomadCheck
  import NomadGenCore

  /// The options that select a command's ledger.
  struct LedgerOptions: ParsableArguments {
    @Argument(
      help: ArgumentHelp("The ledger's file, or the SQLite database that the ledger is in.", valueName: "file"),
      completion: .file(extensions: ["ledger", "sqlite"])
    )
    var file: String

    /// The ledger.
    ///
    /// It does not wait for another process that holds the ledger lock.
    var ledger: FileLedger { FileLedger(at: URL(fileURLWithPath: file), waitingAtMost: .zero) }

    /// Checks that a report would not overwrite the ledger or its lock.
    ///
    /// - Throws: `ValidationError` if it would.
    func check(_ destination: OutputOptions) throws {
      guard let output = destination.output else { return }
      let path = SourceTree.canonicalPath(of: output)
      guard [file, file + ".lock"].contains(where: { SourceTree.canonicalPath(of: $0) == path }) else { return }
      throw ValidationError("--output: '\(output.printable)' is the ledger itself, or its lock; name another file.")
    }

    /// Reads the ledger's files.
    ///
    /// - Parameter isRedacted: Whether to leave paths out of failures, too.
    /// - Returns: The examination, which may show that the file is not a ledger.
    /// - Throws: ``Failure`` if the file does not exist or cannot be read.
    func examination(isRedacted: Bool = false) throws -> LedgerExamination {
      guard !file.isEmpty else { throw Failure("the name of the ledger's file is empty") }
      let name = isRedacted ? "the file" : "'\(file.printable)'"
      if LedgerDatabase.isOne(at: file) { return try LedgerDatabase.examination(at: file, name: name) }
      let examination: LedgerExamination?
      do throws(NomadError) {
        examination = try ledger.examination()
      } catch {
        throw Failure(refusal(of: error, name: name, isRedacted: isRedacted))
      }
      guard let examination else {
        throw Failure("\(name) does not exist, and no lock file beside it shows that it ever did")
      }
      return examination
    }

    private func refusal(of error: NomadError, name: String, isRedacted: Bool) -> String {
      guard let cause = error.underlying as? SystemError else {
        guard error.code == .ledgerLocationUnknown else { return isRedacted ? "cannot read \(name)" : error.message }
        return "\(name) names a file beside a ledger, such as its lock file: name the ledger itself"
      }
      let type = (try? FileManager.default.attributesOfItem(atPath: file))?[.type] as? FileAttributeType
      if type == .typeDirectory { return "cannot read \(name): it is a folder, but a ledger is a file" }
      guard type == .typeSymbolicLink else { return "cannot read \(name): \(cause)" }
      let destination = isRedacted ? nil : try? FileManager.default.destinationOfSymbolicLink(atPath: file)
      let place = destination.map { " to '\($0.printable)'" } ?? ""
      return "cannot read \(name): \(cause)\(place): apps refuse symbolic links, so name the file itself"
    }
  }
#endif
