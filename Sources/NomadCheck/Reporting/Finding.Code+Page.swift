import NomadGenCore

extension Finding.Code {
  /// The address of the page about this rule.
  package var page: String {
    "https://github.com/ahmdx/Nomad/blob/main/Sources/Nomad/Nomad.docc/Findings/\(rawValue).md"
  }

  /// What a finding of this rule means, in one sentence.
  package var summary: String {
    switch self {
    case .illegalTarget: "A target's text does not have the format of its case."
    case .unreadableTarget: "A target's value cannot be read without running code."
    case .unreadableMember: "A static member of a tribe cannot be read, or only looks like one."
    case .requiredTribe: "A tribe requires itself, or a tribe with a later version."
    case .mergedTribe: "A tribe merges others in a way that cannot be right."
    case .missingTarget: "A tribe has no target."
    case .duplicateTarget: "Two tribes have the same version or id."
    case .unreachableTribe: "A tribe is private, local or generic, or a flag of another module decides about it."
    case .uncreatableTribe: "The registry cannot create a tribe, because it has no init()."
    case .unreadableDependency: "The registry cannot say what a tribe depends on, because its type is hidden."
    case .suspectedTribe: "A macro may make a type a tribe that the registry does not know."
    case .uncheckedTribes: "A module may have tribes that the check cannot see."
    case .missingPlugin: "A target has tribes, and neither NomadPlugin nor a committed registry, so they never run."
    case .unusedRegistry: "No code runs the registry of a module, so its tribes never run."
    case .staleRegistry: "A committed registry is not the one that the sources give."
    case .unknownHold: "A policy keeps a key on hold that no tribe has."
    case .sqlFileName: "The name of an SQL file gives no target, or the file is in another folder than Migrations."
    case .illegalSQL: "The text of an SQL file cannot be a tribe."
    case .unknownDatabase: "The imports of a module do not tell which database runs its SQL files."
    case .sharedTribe: "A tribe is in the registries of two modules."
    case .sharedTarget: "Tribes of two modules have the same version or id."
    case .misplacedDependency: "A property with @TribeDependency is not in a tribe, so nothing checks that it is given."
    case .swallowedError: "A tribe hides an error, so its failure is recorded as success."
    case .unawaitedWork: "A tribe starts work and does not wait for it."
    case .unwrittenTribe: "A tribe is a draft: nomadctl wrote it, and a part is still to be written."
    case .ineffectiveDirective: "A comment that starts with nomad: has no effect."
    case .removedTribe: "A tribe that has shipped is gone."
    case .renamedTribe: "A .first or .always tribe that has shipped has another name."
    case .movedTribe: "A tribe that has shipped has moved to another module."
    case .retargetedTribe: "A tribe that has shipped has another target."
    case .changedTribe: "The source of a tribe that has shipped has changed."
    case .lateTribe: "A new tribe is below a version that has shipped."
    case .reorderedTribe: "A merge moves the work of a shipped tribe behind a tribe that came after it."
    case .missingOldest: "Tribes are retired, and no policy refuses the data that needs them."
    case .damagedLock: "The release lock cannot be read."
    case .unmigratedShape: "A stored type has changed so that old data cannot be read, and no new tribe migrates it."
    case .shapeChange: "A stored type has changed; old data can be read, but something is lost or new."
    case .liveType: "A tribe uses a stored type as it is now, and not in the shape that the data has."
    case .unreadShape: "The sources do not say for certain what a stored type contains."
    }
  }
}
