/// Finds the schema of a `Codable` type by dry runs of its decoder and the decoders of its parts.
final class BundleSchemaFinder {
  /// Signals that a part contains a type whose dry run has not ended.
  ///
  /// The nearest type around it that can be empty is then probed again, with an empty value.
  struct Recursion: Error {}

  /// Signals that a type does not have the same rows for all its values.
  struct Refusal: Error {
    let problem: NavigationBundleError.Problem

    init(_ problem: NavigationBundleError.Problem) { self.problem = problem }

    init(expected: String, found: String) {
      problem = .init(path: "", expected: expected, found: found)
    }

    func mapped(
      _ change: (NavigationBundleError.Problem) -> NavigationBundleError.Problem
    ) -> Refusal {
      Refusal(change(problem))
    }
  }

  private let content: ObjectIdentifier
  private var schema = BundleSchema()
  private var standIns: [ObjectIdentifier: Any] = [:]
  private var running: Set<ObjectIdentifier> = []
  private var pending: [() throws -> Void] = []

  private init(content: ObjectIdentifier) {
    self.content = content
  }

  /// Finds the schema of a content.
  static func schema<Content: Decodable>(
    of type: Content.Type,
    privateKeys: [String]
  ) throws(NavigationBundleError) -> BundleSchema {
    let finder = BundleSchemaFinder(content: ObjectIdentifier(type))
    do {
      _ = try finder.part(type)
      while let next = finder.pending.popLast() { try next() }
      return try finder.schema(of: type, privateKeys)
    } catch {
      // An error that is not a refusal is a recursion without an end: the type has no values.
      let problem = (error as? Refusal ?? refusal(of: type)).problem
      throw NavigationBundleError(problems: [
        problem.path.isEmpty ? problem.inside(row: "\(type)") : problem
      ])
    }
  }

  private func schema(of type: Any.Type, _ privateKeys: [String]) throws -> BundleSchema {
    guard case .rows(let fields)? = schema.shapes[content] else {
      throw Refusal(expected: "rows", found: "a value of another form")
    }
    for key in privateKeys where !fields.contains(where: { $0.key == key }) {
      throw Refusal(.init(path: key, expected: "a row that can be private", found: "nothing"))
    }
    schema.content = content
    schema.privateKeys = Set(privateKeys)
    return schema
  }

  /// Returns the shape of a part, and a placeholder with which the dry run continues.
  func part<Value: Decodable>(_ type: Value.Type) throws -> (BundleSchema.Shape, Value) {
    if let scalar = type as? any BundleScalar.Type, let value = scalar.standIn as? Value {
      return (.scalar(scalar), value)
    }
    let id = ObjectIdentifier(type)
    if let known = standIns[id], let value = known as? Value { return (reference(to: type), value) }
    guard running.insert(id).inserted else { throw Recursion() }
    defer { running.remove(id) }
    let (shape, value) = try run(type)
    schema.shapes[id] = shape
    standIns[id] = value
    return (reference(to: type), value)
  }

  /// Returns a reference to the shape of a part, which is found after the dry runs in progress.
  func later<Value: Decodable>(_ type: Value.Type) -> BundleSchema.Shape {
    pending.append { [unowned self] in _ = try part(type) }
    return reference(to: type)
  }

  private func reference(to type: Any.Type) -> BundleSchema.Shape {
    let id = ObjectIdentifier(type)
    if id != content, type is any NavigationBundleContent.Type { schema.hasContents = true }
    if let shape = schema.shapes[id], shape.isOptional { return shape }
    return .type(type)
  }

  private func run<Value: Decodable>(_ type: Value.Type) throws -> (BundleSchema.Shape, Value) {
    let probe = BundleProbe(finder: self)
    // A type without properties asks for nothing, but is written as an object.
    _ = probe.container(keyedBy: AnyCodingKey.self)
    let value: Value
    do {
      value = try Value(from: probe)
    } catch is Recursion where probe.canBeEmpty {
      value = try Value(from: BundleProbe(finder: self, isEmpty: true))
    } catch let error where error is Recursion || error is Refusal {
      throw error
    } catch {
      guard let first = BundleSchema.cases(of: type).first as? Value else {
        throw Self.refusal(of: type)
      }
      value = first
    }
    guard let shape = probe.shape, !probe.wasAskedForAllKeys else {
      throw Self.refusal(of: type)
    }
    return (shape, value)
  }

  private static func refusal(of type: Any.Type) -> Refusal {
    // The placeholder of a raw value may not belong to a case. Only `CaseIterable` provides a case.
    let isRaw = type is any RawRepresentable.Type
    let expected = isRaw ? "a CaseIterable type" : "a type with the same rows for all values"
    return Refusal(expected: expected, found: "\(type)")
  }
}
