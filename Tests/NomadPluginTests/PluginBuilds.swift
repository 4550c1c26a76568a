import Testing

/// Builds packages with the real plugin, one at a time, because each build uses every available core.
///
/// `swift test` builds the most important packages, in one variant. `NOMAD_TEST_BUILDS=all` builds everything with both
/// of SwiftPM's build systems, in debug and in release. `NOMAD_TEST_BUILDS=share` builds everything in two
/// variants, which have each build system and each configuration once.
@Suite(.serialized, .timeLimit(.minutes(15)), .workbench) struct PluginBuilds {}
