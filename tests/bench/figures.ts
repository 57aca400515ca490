/** The value below which a share (0 to 1) of the values lies. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits));

/** The median and the 95th percentile of some times, ms. */
export const p50AndP95 = (times: readonly number[]) => ({
  p50Ms: round(percentile(times, 0.5)),
  p95Ms: round(percentile(times, 0.95)),
});
