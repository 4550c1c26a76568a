#if Nomadctl
  import Nomad
  import NomadCheck
  import NomadFiles
  import NomadFormat
  import NomadGenCore
  import NomadSources

  /// The records of a ledger before the first problem, and the problem.
  struct LedgerAccount {
    /// The content of the ledger lock's file.
    struct Lock: Encodable {
      /// The number of records that were ever acknowledged.
      let records: Int
      /// Whether the file or the ledger is a copy, so that the number has no effect.
      let isCopy: Bool
      var holder: String?
    }

    var history: LedgerHistory
    /// The reason why every run refuses the ledger; nil if none does.
    var error: NomadError?
    /// The line at which the problem is; nil if it is in no line.
    var line: Int?
    /// The ledger's table in a database; nil if the ledger is a file.
    var table: String?
    /// The ledger lock; nil if it has no file.
    var lock: Lock?

    /// Whether runs accept the ledger.
    var isUsable: Bool { error == nil && history.restoredFolder == nil }
  }

  extension LedgerAccount {
    /// Reads a ledger without changing it and without taking the ledger lock.
    ///
    /// - Parameters:
    ///   - ledger: The ledger.
    ///   - name: The name of its file in messages.
    /// - Throws: ``NomadError`` if its files cannot be read, or ``Failure`` if it is not a ledger.
    init(of ledger: FileLedger, named name: String) throws {
      let file = try ledger.file
      let (note, lockNumber) = try file.readNote()
      do throws(NomadError) {
        self.init(history: try ledger.history())
      } catch {
        guard let problem = error.underlying as? LedgerProblem else { throw error }
        let contents = LedgerReader.beforeProblem(in: try file.readBytes() ?? [])
        self.init(history: LedgerHistory(contents.records), error: .unusable(name, problem))
        switch problem {
        case .damaged, .newer:
          // A tool must not advise a person to replace an unrelated file.
          guard contents.bytes.starts(with: LedgerFormat.name) || note.acknowledged > 0 else {
            throw Failure("'\(name.printable)' is not a ledger")
          }
          line = 1 + contents.bytes[..<contents.length].count { $0 == LedgerFormat.newline }
        case .lost, .gone, .moved: break
        }
      }
      guard let lockNumber else { return }
      let number = try? ledger.files.statusIfThere(at: file.path)?.identity.number
      let isCopy = note.acknowledged(by: lockNumber, number) < note.acknowledged
      lock = Lock(records: note.acknowledged, isCopy: isCopy, holder: note.holder)
    }
  }
#endif
