/** So often a goal's figure is counted, and a snoozed crossing looked at; ms. */
export const countMs = 5 * 60_000;
