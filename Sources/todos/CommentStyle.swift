// SPDX-License-Identifier: MIT-0

/// How a kind of source file marks its comments.
struct CommentStyle {
  let openers: [String]
  let closers: [String]

  /// The style of the file with this name, or `nil` where it is no source file that the tool knows.
  init?(fileName: String) {
    let ending = fileName.lastIndex(of: ".").map { fileName[$0...].dropFirst().lowercased() }
    guard let style = Self.byName[fileName] ?? ending.flatMap({ Self.byEnding[$0] }) else {
      return nil
    }
    self = style
  }

  /// Where everything may be a comment.
  static let anything = CommentStyle([""])

  private init(_ openers: [String], closers: [String] = []) {
    (self.openers, self.closers) = (openers, closers)
  }

  private static let byEnding: [String: CommentStyle] = {
    let slashes = CommentStyle(["//", "/*"], closers: ["*/"])
    let hash = CommentStyle(["#"])
    let angle = CommentStyle(["<!--"], closers: ["-->"])
    let styles: [(endings: String, style: CommentStyle)] = [
      ("swift c h cc cpp cxx hh hpp hxx inc m mm metal cu cl glsl vert frag hlsl wgsl", slashes),
      ("java kt kts scala groovy gradle cs fs go rs zig d dart v sv proto sol", slashes),
      ("js jsx mjs cjs ts tsx mts cts css scss sass less jsonc json5", slashes),
      ("php tf hcl nix", CommentStyle(["//", "/*", "#"], closers: ["*/"])),
      ("vue svelte astro", CommentStyle(["//", "/*", "<!--"], closers: ["*/", "-->"])),
      ("html htm xhtml xml xsl svg storyboard xib", angle),
      ("py pyi rb pl pm sh bash zsh fish awk sed r jl ex exs cr nim tcl", hash),
      ("yml yaml toml cmake mk bzl bazel cfg conf graphql", hash),
      ("ps1 psm1", CommentStyle(["#"], closers: ["#>"])),
      ("sql lua hs elm adb ads vhd", CommentStyle(["--", "/*", "{-"], closers: ["*/", "-}"])),
      ("lisp lsp el clj cljs scm rkt ini", CommentStyle([";"])),
      ("asm s", CommentStyle([";", "#", "//", "/*"], closers: ["*/"])),
      ("tex sty erl hrl", CommentStyle(["%"])),
      ("ml mli pas", CommentStyle(["(*", "{", "//"], closers: ["*)", "}"])),
      ("f f90 f95 f03 f08", CommentStyle(["!"])),
      ("vb vbs bas", CommentStyle(["'"])),
      ("bat cmd", CommentStyle(["rem ", "REM ", "::"])),
    ]
    return styles.reduce(into: [:]) { byEnding, entry in
      for ending in entry.endings.split(separator: " ") { byEnding[String(ending)] = entry.style }
    }
  }()

  private static let byName: [String: CommentStyle] = [
    "Makefile", "GNUmakefile", "Dockerfile", "Containerfile", "CMakeLists.txt", "Gemfile",
    "Rakefile", "Podfile", "Fastfile", "Brewfile", "Vagrantfile", "BUILD", "WORKSPACE",
  ].reduce(into: [:]) { $0[$1] = CommentStyle(["#"]) }
}

extension CommentStyle {
  /// The part of a line that is a comment, as far as the line alone shows it.
  func comment(in line: Substring, markers: [String]) -> Substring? {
    let text = line.drop(while: \.isWhitespace)
    if isInsideComment(text, markers) { return text }
    var rest = line
    var isQuoted = false
    while !rest.isEmpty {
      // These quotation marks neither open nor close a string of this line.
      if let skipped = ["\"\"\"", "'\"'"].first(where: rest.hasPrefix) {
        rest = rest.dropFirst(skipped.count)
        continue
      }
      if !isQuoted, openers.contains(where: rest.hasPrefix) { return rest }
      if rest.first == "\"" { isQuoted.toggle() }
      rest = rest.dropFirst(rest.first == "\\" ? 2 : 1)
    }
    return nil
  }

  /// Whether a line without an opener looks like one of a comment of several lines.
  private func isInsideComment(_ text: Substring, _ markers: [String]) -> Bool {
    if text.hasPrefix("* "), openers.contains("/*") { return true }
    let word = text.prefix(while: \.isPartOfWord)
    let rest = text[word.endIndex...]
    let isProse = rest.first == " " && rest.dropFirst().first?.isLetter == true
    let isMarker = rest.isEmpty || rest.hasPrefix(":") || rest.hasPrefix("(") || isProse
    return isMarker && markers.contains(String(word))
  }
}
