#if Nomadctl
  import Nomad
  import NomadExamination

  extension LedgerExamination {
    /// The reason why the file cannot be read or repaired as a ledger; nil if it is a ledger, even a damaged one.
    var refusal: String? {
      switch nature {
      case .ledger: nil
      case .converted:
        "this ledger was saved in another encoding, such as UTF-16, so that nothing in it can be read"
      case .other where size == 0:
        "this is no ledger: it is empty, as no ledger ever is, and no lock beside it says that it was one"
      case .other:
        "this is no ledger: it does not begin with 'nomad-ledger 1', no line in it is a record, and no lock beside it "
          + "says that it was one"
      }
    }

    /// The same reason in a few words.
    var briefRefusal: String? {
      switch nature {
      case .ledger: nil
      case .converted: "nothing in it can be read as long as it is in another encoding"
      case .other: "this is no ledger"
      }
    }

    /// The advice for a file that cannot be read as a ledger; nil if the file is a ledger.
    var remedy: String? {
      switch nature {
      case .ledger: nil
      case .converted: "convert it back, such as with: iconv -f UTF-16 -t UTF-8; a repair would lose every record"
      case .other where size == 0:
        "put a good copy in its place; where there is no file at all, an app begins anew, and every tribe runs again"
      case .other: "no option has it repaired or replaced; 'nomadctl ledger --help' says where ledgers are"
      }
    }
  }
#endif
