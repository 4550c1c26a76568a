import NomadPostgres

/// The tribes are the SQL files in `Migrations`.
public let scripts = TribeRegistry.generated
