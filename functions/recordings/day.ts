/** The day of an instant, in UTC: characters and plays are counted by it. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
