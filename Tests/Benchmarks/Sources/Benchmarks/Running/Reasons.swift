/// Why goals are missed, as found with a profiler.
enum Reasons {
  static let erasedElements =
    "each value is in an object of its own, so that the core of the flow need not know its type"

  static let flowWrite =
    "the flow takes its lock for the write and for the read by the observer, and tells its listeners"

  static let node =
    "a node refers to its derivation, which makes a derived write a third faster, also where it has none"

  static let observers =
    "an observer is an object, which can be disposed on any thread: each call loads its state and "
    + "retains it; the loop does not check the executor"

  static let wrapper = "the setter of the property wrapper adds 7 ns, which its peers do not pay"

  static let rareState =
    "the rarely used state is allocated on first use and found through one more atomic reference"

  static let registrar =
    "each read reports itself to Observation's registrar, which looks for a tracker of the thread"

  static let tracking = "each change begins a tracking again"

  static let derived =
    "each derivation stores and compares its value and checks its version, which closures do not; "
    + "OpenCombine takes 3 times as long"

  static let derivedRead =
    "a read is a virtual call, because subjects add a setter to `current`, and checks the versions of "
    + "the inputs; Observation reads a stored property inline"

  static let deferredRemoval =
    "the observation is an object and its own token, and its removal in a later job is counted here"

  static let posts =
    "each post is a closure in one queue of the process, which keeps the order across subjects; a "
    + "dispatch to the main queue takes as long"

  static let lifecycle =
    "a view model has three scopes, a stage that can be observed, and a weak reference for each observer"

  static let checkedReading =
    "JSON is read without its types before each row is checked against its spec, and a codable "
    + "content is decoded from JSON that is made of the rows"
}
