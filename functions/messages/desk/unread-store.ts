import { z } from 'zod';
import { entity } from '#functions/kernel/entity.ts';
import { answererOf, givenTo, nobody, type StoredDesk } from './desk.ts';

/**
 * Texts that were not read: of everybody, of each owner, of nobody; and by `by:` and whoever answers, how many more or
 * fewer those are than what they have as an owner.
 */
const Unread = entity('unreadTexts', {
  fields: z.object({
    /** 'all', a user's id, or 'none'; 'by:' with a user's or a group's id, or with 'none'. */
    scope: z.string(),
    count: z.number().default(0),
    conversations: z.number().default(0),
  }),
  key: { partition: [], sort: ['scope'], casing: 'none' },
});

interface Counted {
  unread: number;
  ownerId: string | null;
  desk?: StoredDesk | undefined;
}

interface Step {
  before?: Counted | undefined;
  after?: Counted | undefined;
}

/** Whose list of their own leads a thread is in. */
export const scopeOf = ({ ownerId }: Pick<Counted, 'ownerId'>): string => ownerId ?? nobody;

/** The scope of what somebody answers, beside what is theirs as an owner. */
export const answeredBy = (answerer: string): string => `by:${answerer}`;

/** By how much the counts of unread texts change, by scope. */
export function unreadWrites(steps: readonly Step[]): object[] {
  const changes = new Map<string, { count: number; conversations: number }>();
  const note = (scope: string, of: Counted, sign: number) => {
    if (of.unread === 0) return;
    const change = changes.get(scope) ?? { count: 0, conversations: 0 };
    change.count += sign * of.unread;
    change.conversations += sign;
    changes.set(scope, change);
  };
  for (const { before, after } of steps)
    for (const [of, sign] of [
      [before, -1],
      [after, 1],
    ] as const)
      if (of) {
        for (const scope of ['all', scopeOf(of)]) note(scope, of, sign);
        if (!givenTo(of)) continue;
        note(answeredBy(scopeOf(of)), of, sign === 1 ? -1 : 1);
        note(answeredBy(answererOf(of)), of, sign);
      }
  return [...changes]
    .filter(([, { count, conversations }]) => count !== 0 || conversations !== 0)
    .map(([scope, { count, conversations }]) =>
      Unread.upsert({ scope }).add({ count, conversations }).params(),
    );
}

export async function unreadOf(scopes: readonly string[]): Promise<{ count: number; conversations: number }> {
  const found = await Unread.findMany(scopes.map((scope) => ({ scope })));
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    conversations: found.reduce((sum, { conversations }) => sum + conversations, 0),
  };
}
