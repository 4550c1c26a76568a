import Testing

/// Builds packages with the real plugin, one at a time: each build takes every core that it gets.
///
/// `swift test` builds what a user meets first, in one variant. `NOMAD_TEST_BUILDS=all` builds everything, with both
/// of SwiftPM's build systems, in debug and in release; `NOMAD_TEST_BUILDS=share` builds everything, and leaves two of
/// the four out where they should not matter.
@Suite(.serialized, .timeLimit(.minutes(15)), .workbench) struct PluginBuilds {}
