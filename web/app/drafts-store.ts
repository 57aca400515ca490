/**
 * What somebody has begun to write, by a name of the thread and the field: `led_01J… sms`. It is kept in the browser, one
 * entry for each user: a draft costs no call at each key, is there without a network, and what was never sent is read
 * by nobody else. It does not follow to another device.
 */
export type Drafts = Readonly<Record<string, string>>;

/** Drafts that are kept; the ones that were changed last. */
const most = 60;

export const storageKeyOf = (userId: string): string => `dealbell-drafts-${userId}`;

/** What was kept; nothing where it cannot be read. */
export function parseDrafts(stored: string | null): Drafts {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'));
  } catch {
    return {};
  }
}

/** The drafts after a change, the changed one last; an empty text is no draft. */
export function withDraft(drafts: Drafts, name: string, text: string): Drafts {
  const { [name]: _, ...others } = drafts;
  return text ? { ...others, [name]: text } : others;
}

/** What is worth keeping: a subject that was only suggested is not, and the oldest are not where there are many. */
export function keptDrafts(drafts: Drafts): Drafts {
  const own = Object.entries(drafts).filter(
    ([name]) => !name.endsWith(' subject') || drafts[name.replace(/ subject$/, ' email')],
  );
  return Object.fromEntries(own.slice(-most));
}
