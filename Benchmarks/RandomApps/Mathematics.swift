import Foundation

func logarithm(_ value: Double) -> Double { log(value) }
func exponent(_ value: Double) -> Double { exp(value) }
