public import KalugaSessions

/// Lets tests of recorders take texts as moves.
extension String: AppMove {}
