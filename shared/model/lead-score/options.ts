/** Numbers of the learned scores; docs/lead-scores.md says why they are what they are. */
export const scoreOptions = {
  /** Closed leads below which nothing is learned, and how many of either outcome there must be. */
  outcomes: 200,
  ofEither: 20,
  /** The newest so many closed leads are learned from: some megabytes in memory. */
  outcomesAtMost: 20_000,
  /** One outcome in so many is held out, to try the model on. */
  heldOutOneIn: 5,
  /** Leads that a value must have to count by itself; rarer ones count together. */
  rare: 10,
  /** Values of one feature that count by themselves, the commonest. */
  valuesAtMost: 50,
  /** Strength of the L2 penalty on each weight: a normal prior of mean 0 and variance 1. */
  penalty: 1,
  /** Newton steps; a convex problem of this size takes five to ten. */
  steps: 30,
  /** Calibration is told in so many bins of equal width. */
  bins: 10,
} as const;

export const hourOptions = {
  /** Calls below which no hour is called better than another. */
  calls: 200,
  /** The newest so many calls are counted, of at most so many days. */
  callsAtMost: 50_000,
  days: 365,
  /** Calls at the overall rate that each hour is thought to have had before: a Beta prior of this weight. */
  prior: 20,
  /** Hours of the stretch that is recommended, and calls that it must have had. */
  stretch: 2,
  stretchCalls: 10,
} as const;
