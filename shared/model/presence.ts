/** Who is in a project at once: bounds of what a tab tells, and for how long that holds. */
export const presenceLimits = {
  /** Of the ids that a tab says are selected: more would be a carpet on the others' canvases. */
  selection: 100,
  people: 50,
  /** Seconds after the last sign of life; three heartbeats of the editor. */
  lifetime: 15,
} as const;
