/// The function that libFuzzer calls with each input, as many million times as it is told to.
///
/// The first byte says what the others are: the bytes of a ledger as they are (`0`), with the lengths and checksums of
/// its lines put right (`1`) and its lines numbered as well (`2`), or the file of its lock, and a time (`3`).
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
  // A precondition says nothing in an optimized build.
  fatalError(violations.joined(separator: "\n"))
}
