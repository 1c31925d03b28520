/// The bridge between KalugaArchitecture and Combine, in both directions.
///
/// - `observable.publisher` and `flow.publisher` are Combine publishers.
/// - `publisher.asFlow()` is an asynchronous sequence, which an observable can follow.
///
/// The module is empty on platforms without Combine.
