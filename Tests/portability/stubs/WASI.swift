// What the C library of WASI declares: a program there has one thread, and no pthread functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// stands for: WASILibc WASILibc WASI

public func abort() -> Never { fatalError("only a declaration") }
