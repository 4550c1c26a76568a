#if Nomadctl
  import ArgumentParser
  import Foundation
  import Nomad
  import NomadSources

  /// Which ledger a command looks at.
  struct LedgerOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The ledger's file.", valueName: "file"), completion: .file(extensions: ["ledger"]))
    var file: String

    /// The ledger; it waits for nobody.
    var ledger: FileLedger { FileLedger(at: URL(fileURLWithPath: file), waitingAtMost: .zero) }

    /// What its files say.
    ///
    /// - Throws: ``Failure`` if there is none, or it cannot be read.
    func examination() throws -> LedgerExamination {
      let examination: LedgerExamination?
      do throws(NomadError) {
        examination = try ledger.examination()
      } catch {
        throw Failure(refusal(of: error))
      }
      guard let examination else {
        throw Failure("there is no '\(file)', and no lock beside it that says that there was one")
      }
      return examination
    }

    private func refusal(of error: NomadError) -> String {
      guard let cause = error.underlying as? SystemError else { return error.message }
      let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: file)
      let hint = destination.map { " to '\($0)': an app refuses that, so name the file itself" } ?? ""
      return "cannot read '\(file)': \(cause)\(hint)"
    }
  }
#endif
