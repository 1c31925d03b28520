/// The bridge between KalugaArchitecture and Combine, in both directions.
///
/// - `observable.publisher` and `flow.publisher` are Combine publishers.
/// - `publisher.asFlow()` is an asynchronous sequence, and so a source for an observable.
///
/// Where Combine does not exist this module is empty.
