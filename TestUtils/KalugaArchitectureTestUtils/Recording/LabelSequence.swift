import KalugaArchitecture
import KalugaStores

/// A sequence of one-shot events, whose recorded values belong to the check `.labels`.
protocol LabelSequence {}

extension EventChannel: LabelSequence {}

extension StoreLabels: LabelSequence {}
