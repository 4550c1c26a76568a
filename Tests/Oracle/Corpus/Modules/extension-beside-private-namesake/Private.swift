private struct Space {}
