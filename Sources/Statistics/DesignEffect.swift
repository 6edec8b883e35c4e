/// By how much rows that come in clusters widen the variance of a share: 1 + (m − 1)·ICC (Kish 1965).
///
/// - Parameters:
///   - clusterSize: m, the mean number of rows of a user.
///   - intraclassCorrelation: ICC, how alike rows of one user are, 0 (not at all) to 1 (the same).
///
/// Rows over it are the independent rows that would tell as much. For observed rows that number is ``RatioSums/effectiveNumber``.
public func designEffect(clusterSize: Double, intraclassCorrelation: Double) -> Double {
  1 + (clusterSize - 1) * intraclassCorrelation
}
