#if Nomadctl
  import Nomad
  import NomadExamination

  extension LedgerExamination {
    /// The reason why the file cannot be read or repaired as a ledger; nil if it is a ledger, even a damaged one.
    var refusal: String? {
      switch fileKind {
      case .ledger: nil
      case .converted:
        "this ledger was saved in another encoding, such as UTF-16, so nothing in it can be read"
      case .other where size == 0:
        "this is not a ledger: the file is empty, and no lock file counts its lines"
      case .other:
        "this is not a ledger: its first line is not 'nomad-ledger 1', no line is a record, and no lock file counts its "
          + "lines"
      }
    }

    /// The same reason in a few words.
    var briefRefusal: String? {
      switch fileKind {
      case .ledger: nil
      case .converted: "it is in another encoding, so nothing in it can be read"
      case .other: "this is not a ledger"
      }
    }

    /// The advice for a file that cannot be read as a ledger; nil if the file is a ledger.
    var remedy: String? {
      switch fileKind {
      case .ledger: nil
      case .converted:
        "convert it back to UTF-8, for example with: iconv -f UTF-16 -t UTF-8; a repair would lose every record"
      case .other where size == 0:
        "put a good copy in its place; without a file, the app starts with an empty ledger, and every tribe runs again"
      case .other: "no option repairs or replaces it; 'nomadctl ledger --help' lists the places of ledgers"
      }
    }
  }
#endif
