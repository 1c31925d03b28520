import KalugaArchitecture

/// A sequence of one-shot events, for which a test may leave out the check `labels`.
protocol LabelSequence {}

extension EventChannel: LabelSequence {}

extension StoreLabels: LabelSequence {}
