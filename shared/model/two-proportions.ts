/* Whether two shares differ by more than chance would have it. */

/** How many of so many did something. */
export interface Share {
  of: number;
  hits: number;
}

export const rateOfShare = ({ of, hits }: Share): number => (of > 0 ? hits / of : 0);

/**
 * The complement of the error function, with a relative error below 1.2e-7 everywhere (Press et al., Numerical Recipes
 * in C, 2nd ed. 1992, section 6.2, `erfcc`).
 */
function erfc(x: number): number {
  const t = 1 / (1 + Math.abs(x) / 2);
  const coefficients = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196,
    1.00002368, -1.26551223,
  ];
  const polynomial = coefficients.reduce((sum, coefficient) => sum * t + coefficient, 0);
  const tail = t * Math.exp(-x * x + polynomial);
  return x >= 0 ? tail : 2 - tail;
}

/**
 * The two-sided p-value of the pooled two-proportion z-test: how likely two shares as far apart as these are where both
 * are of one and the same proportion.
 *
 *   z = (p1 - p2) / sqrt(p (1 - p) (1/n1 + 1/n2)),   p = (x1 + x2) / (n1 + n2),   p-value = erfc(|z| / sqrt 2)
 *
 * 1 where nothing can be said: nobody on one side, or all or none on both. Source: NIST/SEMATECH e-Handbook of Statistical
 * Methods, section 7.3.3, "How can we determine whether two processes produce the same proportion of defectives?"
 */
export function pValueOf(one: Share, other: Share): number {
  if (one.of <= 0 || other.of <= 0) return 1;
  const pooled = (one.hits + other.hits) / (one.of + other.of);
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / one.of + 1 / other.of));
  if (spread === 0) return 1;
  return Math.min(1, erfc(Math.abs(rateOfShare(one) - rateOfShare(other)) / spread / Math.SQRT2));
}
