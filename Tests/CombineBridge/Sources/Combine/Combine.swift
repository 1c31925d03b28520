// OpenCombine under the name that users of Apple's systems import.
@_exported import OpenCombine
