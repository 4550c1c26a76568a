import Testing

/// A folder for each variant, in which packages are built one after the other, so that common parts are built once.
struct Workbench: Sendable {
  @TaskLocal static var current: Workbench?

  private let folders: [String: TemporaryFolder]

  init() throws {
    folders = try Dictionary(
      uniqueKeysWithValues: BuildVariant.all.map { ($0.testDescription, try TemporaryFolder()) }
    )
  }

  func folder(for variant: BuildVariant) -> TemporaryFolder? {
    folders[variant.testDescription]
  }
}

/// Gives the tests of a suite one workbench, which is removed after the last of them.
struct WorkbenchTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Workbench.$current.withValue(Workbench(), operation: function)
  }
}

extension Trait where Self == WorkbenchTrait {
  static var workbench: Self { Self() }
}
