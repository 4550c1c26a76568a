// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

// A stand-in for the part of Apple's Security framework that the cookbook uses, so that its recipe can be type-checked on
// Linux. CFString and CFDictionary are Core Foundation's, which Swift bridges on Apple's systems.

public typealias OSStatus = Int32
public typealias CFString = String
public typealias CFDictionary = [CFString: Any]

public let errSecSuccess: OSStatus = 0
public let errSecItemNotFound: OSStatus = -25300
public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecAttrService: CFString = "svce"
public let kSecAttrAccount: CFString = "acct"

public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { errSecSuccess }
