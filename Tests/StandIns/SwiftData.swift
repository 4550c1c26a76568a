// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A stand-in for the part of SwiftData that the cookbook uses, so that its recipe can be type-checked on Linux.

public import Foundation

public protocol PersistentModel: AnyObject {}

public protocol SchemaMigrationPlan {}

public struct ModelConfiguration: Sendable {
  public init(_ name: String? = nil, url: URL, allowsSave: Bool = true) {}
}

public final class ModelContainer: Sendable {
  public init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {}
}
