/** What was, is and will be again: undo and redo of one value. */
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  /** What the last change was part of: changes of the same tag shortly after each other are one. */
  tag: string | null;
  at: number;
}

/** How many changes can be undone. */
const most = 200;
/** Letters typed within this of one another are undone together, ms. */
const togetherMs = 1_200;

export const startHistory = <T>(present: T): History<T> => ({
  past: [],
  present,
  future: [],
  tag: null,
  at: 0,
});

/** A change. One with the tag of the change before, shortly after it, is undone together with that one. */
export function changed<T>(history: History<T>, present: T, tag: string | null, now: number): History<T> {
  if (present === history.present) return history;
  const joins = tag !== null && tag === history.tag && now - history.at < togetherMs;
  const past = joins ? history.past : [...history.past, history.present].slice(-most);
  return { past, present, future: [], tag, at: now };
}

export function undone<T>(history: History<T>): History<T> {
  const present = history.past.at(-1);
  if (present === undefined) return history;
  const future = [history.present, ...history.future];
  return { past: history.past.slice(0, -1), present, future, tag: null, at: 0 };
}

export function redone<T>(history: History<T>): History<T> {
  const [present, ...future] = history.future;
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future, tag: null, at: 0 };
}
