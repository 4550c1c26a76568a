class Helper: Root {}
