/** The order of names as people expect it: capitals do not count, and 2 comes before 10. */
export const byName = (a: { name: string }, b: { name: string }): number =>
  a.name.localeCompare(b.name, 'en', { sensitivity: 'base', numeric: true });
