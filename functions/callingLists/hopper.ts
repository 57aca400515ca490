/** How leads come into a list's hopper; tests have smaller ones. */
export const hopper = {
  /** Leads that were not called yet: below `low` it is filled, to about `full`. */
  low: 250,
  full: 500,
  /** Leads that one page reads, and pages that one look reads at most. */
  pageSize: 100,
  mostPages: 10,
  /** Newest leads of one page, or the first of the list's order, and pages of the newest that one look reads at most. */
  newPageSize: 25,
  mostNewPages: 8,
  /** Entries whose places one look brings up to date. */
  placedAtOnce: 100,
};
