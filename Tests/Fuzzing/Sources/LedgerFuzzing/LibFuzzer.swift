/// The function that libFuzzer calls with each input, up to the requested number of times.
///
/// The first byte selects the meaning of the others: the bytes of a ledger unchanged (`0`), with correct lengths and
/// checksums (`1`), and with consecutive numbers, too (`2`), or the file of its lock, and a time (`3`).
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  guard let mode = input.first else { return 0 }
  let bytes = Array(input.dropFirst())
  let violations =
    switch mode & 3 {
    case 0: FuzzedLedger(bytes).violations()
    case 3: FuzzedNote(bytes).violations()
    case let mode: FuzzedLedger(LedgerLines(bytes).mended(numbering: mode == 2)).violations()
    }
  guard !violations.isEmpty else { return 0 }
  // A failed precondition prints no message in an optimized build.
  fatalError(violations.joined(separator: "\n"))
}
