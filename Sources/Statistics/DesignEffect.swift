/// The factor by which clustered rows increase the variance of a share: 1 + (m − 1)·ICC (Kish 1965).
///
/// - Parameters:
///   - clusterSize: m, the mean number of rows of a user.
///   - intraclassCorrelation: ICC, the similarity of a user's rows, 0 (none) to 1 (identical).
///
/// Rows divided by it are the equivalent number of independent rows. For observed rows that number is ``RatioSums/effectiveNumber``.
public func designEffect(clusterSize: Double, intraclassCorrelation: Double) -> Double {
  1 + (clusterSize - 1) * intraclassCorrelation
}
