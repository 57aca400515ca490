/** How reports read records. */
export const reading = {
  /** Records of one read. */
  atOnce: 500,
  /** Records that one page of an export counts, and the time it may take, ms: a worker has its job for 60 s. */
  ofPage: 10_000,
  pageMs: 20_000,
};
