import NomadGenCore
import NomadSources

/// The ways in which the code of a selection runs the tribes of its modules.
struct RegistryUses {
  private let selection: Selection
  private var uses: [RegistryUse]
  /// The modules that offer their registries to other modules of the selection.
  private var offers: Set<String> = []
  /// The absolute paths of the packages that other packages depend on by path.
  private let inner: Set<String>
  /// For each module whose target has no plugin, what lists its tribes instead.
  private var lists: [Int: TribeListing] = [:]

  /// Reads the code of the modules.
  ///
  /// - Parameters:
  ///   - selection: The checked modules.
  ///   - checked: The result of checking each of them.
  /// - Throws: ``Failure`` if a file cannot be read.
  init(of selection: Selection, _ checked: [CheckedModule]) throws(Failure) {
    self.selection = selection
    let paths = selection.whole.flatMap { $0.description?.packagePaths ?? [] }
    inner = Set(paths.map(SourceTree.canonicalPath(of:)))
    uses = selection.items.map { _ in RegistryUse() }
    let reader = FileReader()
    for (index, item) in selection.items.enumerated() where !checked[index].tribes.isEmpty {
      guard let target = item.target?.description, !item.module.isPartial else { continue }
      if item.hasRegistry {
        for file in item.sources where !uses[index].isNamed || !uses[index].mayRunOwn || !uses[index].runs {
          try reader.read(file) { uses[index].add($0) }
        }
      } else if !target.isForTests {
        lists[index] = TribeListing(of: checked[index].tribes, in: item.module.name)
      }
    }
    // Tests run nothing for users, so they do not count here and below.
    for index in lists.keys {
      for (other, item) in selection.items.enumerated() where item.target?.description?.isForTests != true {
        let own = Set(checked[other].tribes.map(\.name))
        for file in item.sources {
          try reader.read(file) { lists[index]?.add($0, of: item.module.name, declaring: own) }
        }
      }
    }
    guard !selection.whole.isEmpty else { return }
    let offering = selection.items.indices.filter { index in
      let (item, module) = (selection.items[index], checked[index])
      guard let target = item.target?.description, item.hasRegistry else { return false }
      return UnusedRegistry.isOffered(module, uses[index]) && (!target.isOffered || isInner(item))
        && target.kind == "library"
        && !item.module.files.contains { SourceTree.components(of: $0).last == "main.swift" }
    }
    offers = Set(offering.map { selection.items[$0].module.name })
    let runOwn = selection.items.indices.allSatisfy { index in
      uses[index].runs || checked[index].tribes.isEmpty
        || selection.items[index].target?.description == nil || !selection.items[index].hasRegistry
    }
    if offers.isEmpty, runOwn { return }
    // Other modules' imports matter only if some module offers its registry, or does not run it.
    let names = runOwn ? offers : Set(selection.modules.map(\.name))
    for (index, item) in selection.items.enumerated() {
      uses[index] = RegistryUse(lookingFor: names)
      for file in item.sources { try reader.read(file) { uses[index].add($0) } }
      if item.target?.description?.isForTests == true { uses[index].forgetOthers() }
    }
  }

  /// Whether some code that can see a module's registry may run it: that of the module itself, of a module that depends
  /// on it, or of one that it depends on, to which it can pass the registry.
  private func mayRun(_ index: Int) -> Bool {
    if uses[index].runs || selection.items[index].module.isPartial || isSeenElsewhere(index) { return true }
    return uses.indices.contains { other in
      uses[other].runs && selection.items[other].target?.description?.isForTests != true
        && (sees(other, index) || sees(index, other))
    }
  }

  /// Whether a module depends on another one, as far as is known.
  private func sees(_ user: Int, _ index: Int) -> Bool {
    let (item, other) = (selection.items[user], selection.items[index])
    if uses[user].imports.contains(other.module.name) || item.package?.root != other.package?.root { return true }
    guard let target = item.target?.description, let targets = item.package?.description?.dependencies(of: target)
    else { return true }
    return targets.contains { $0.name == other.target?.description?.name }
  }

  /// Whether packages that are not checked may get a module, or what it gives to others.
  private func isSeenElsewhere(_ index: Int) -> Bool {
    guard let target = selection.items[index].target?.description,
      let package = selection.items[index].package?.description
    else { return true }
    if target.kind != "library" { return false }
    // If the package ships nothing, another build may ship each target.
    guard package.targets.contains(where: { $0.isOffered || $0.kind == "executable" }) else { return true }
    return package.targets.contains { offered in
      offered.isOffered && offered.kind == "library"
        && (offered.name == target.name || package.dependencies(of: offered).contains { $0.name == target.name })
    }
  }

  /// Whether another checked package depends on the module's package, so that its products are made for that one.
  private func isInner(_ item: Selection.Item) -> Bool {
    guard let root = item.package?.root else { return false }
    return inner.contains(SourceTree.canonicalPath(of: root.isEmpty ? "." : root))
  }

  /// The findings of each module about tribes that no registry has.
  var missingPlugins: [[Finding]] {
    selection.items.enumerated().map { index, item in
      guard let list = lists[index], let target = item.target?.description else { return [] }
      let package = item.package
      let finding = MissingPlugin.check(
        list,
        of: target,
        pluginPackage: package?.description?.isLibrary == true
          ? nil : package?.description?.libraryPackage ?? Library.core,
        manifest: (package?.root ?? "") + "Package.swift",
        isWhole: selection.whole.contains { $0.root == package?.root }
      )
      return finding.map { [$0] } ?? []
    }
  }

  /// Returns the findings of each module about registries that are never run.
  func unusedRegistries(of modules: [CheckedModule]) -> [[Finding]] {
    guard !selection.whole.isEmpty else { return [] }
    let targets = selection.items.map { $0.target?.description }
    return UnusedRegistry.check(
      modules,
      uses,
      offers: offers,
      isJudged: { targets[$0] != nil && selection.items[$0].hasRegistry },
      isOffered: { targets[$0]?.isOffered == true },
      mayRun: mayRun,
      isCertain: {
        targets[$0]?.isForTests == false
          && targets[$0]?.plugins.allSatisfy { $0 == PackageDescription.Target.plugin } == true
      },
      isForeign: { targets[$0]?.usesOtherProducts == true }
    )
  }
}
