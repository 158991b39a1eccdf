// SPDX-License-Identifier: MIT-0
// The names of UIKit that the pages use, with the types that Apple documents.
// swift-format-ignore-file

@MainActor open class UIViewController { public init() {} }
@MainActor open class UIWindow { public var rootViewController: UIViewController? }
