import KalugaArchitecture

extension String {
  /// The text as a part of a link, with everything escaped but letters, digits, `-._~` and what is kept.
  ///
  /// Apps disagree about all other characters. Some read `+` as a blank, for example.
  func escaped(keeping kept: String = "") -> String {
    PercentEscapes.encode(self, keeping: kept)
  }

  /// The link, in which everything behind the server is escaped that must be, and escapes are kept.
  ///
  /// `URL` escapes a part with a character that must be escaped as a whole, also its escapes.
  var escapedBehindServer: String {
    let server = firstRange(of: "://")?.upperBound ?? startIndex
    let rest = unicodeScalars[server...].drop { !"/?#".unicodeScalars.contains($0) }
    var link = String(unicodeScalars[..<rest.startIndex])
    var hasFragment = false
    for index in rest.indices {
      let next = rest[index...].dropFirst().prefix(2)
      let isEscape = next.count == 2 && next.allSatisfy(\.properties.isASCIIHexDigit)
      let isKept = rest[index] == "%" && isEscape || rest[index] == "#" && !hasFragment
      hasFragment = hasFragment || rest[index] == "#"
      link += isKept ? String(rest[index]) : String(rest[index]).escaped(keeping: "/?:@!$&'()*+,;=")
    }
    return link
  }

  /// The text with the line breaks of mails.
  var withMailLineBreaks: String {
    reduce(into: "") { text, character in
      if character.isNewline { text += "\r\n" } else { text.append(character) }
    }
  }

  /// The digits of a phone number, with a leading `+` and these signs, without what separates them.
  func phoneNumber(
    allowing signs: String = "",
    in field: String,
    of effect: String
  ) throws(NavigationError) -> String {
    var number = ""
    for scalar in unicodeScalars {
      let category = scalar.properties.generalCategory
      if category == .decimalNumber, let digit = Character(scalar).wholeNumberValue {
        number += "\(digit)"
      } else if (scalar == "+" && number.isEmpty) || signs.unicodeScalars.contains(scalar) {
        number.unicodeScalars.append(scalar)
      } else if ![.spaceSeparator, .dashPunctuation, .format].contains(category),
        !"./()".unicodeScalars.contains(scalar)
      {
        // Contacts copy invisible marks of direction, which are formats, together with a number.
        let found = scalar.properties.isAlphabetic ? "a letter" : "another sign"
        throw .noPhoneNumber(found: found, field: field, effect: effect)
      }
    }
    guard number.contains(where: \.isNumber) else {
      throw .noPhoneNumber(found: "no digit", field: field, effect: effect)
    }
    return number
  }
}

extension NavigationError {
  fileprivate static func noPhoneNumber(found: String, field: String, effect: String) -> Self {
    let expected = "a phone number such as +31 20 123 4567"
    return .invalidEffect(effect: effect, field: field, expected: expected, found: found)
  }
}
