import { type ConversationState, inboxLimits, tidyTags } from '#shared/model/inbox.ts';

/** Where a thread stands in the inbox, and whom it was given to. A thread has none until somebody says so. */
export interface Desk {
  state: ConversationState;
  snoozedUntil: string | null;
  /** When the snooze ended; the thread stands in lists where it would if somebody had written then. */
  returnedAt: string | null;
  assigneeId: string | null;
  groupId: string | null;
  tags: string[];
}

/** As it is stored: earlier versions had no tags. */
export type StoredDesk = Omit<Desk, 'tags'> & { tags?: string[] | undefined };

interface OnDesk {
  desk?: StoredDesk | undefined;
  ownerId: string | null;
}

/** Of whom a thread is that nobody answers. */
export const nobody = 'none';

export const untouched: Desk = {
  state: 'open',
  snoozedUntil: null,
  returnedAt: null,
  assigneeId: null,
  groupId: null,
  tags: [],
};

export function deskOf(of: Pick<OnDesk, 'desk'> | undefined): Desk {
  const desk = of?.desk ?? untouched;
  return { ...desk, tags: desk.tags ?? [] };
}

export const opened = { state: 'open', snoozedUntil: null, returnedAt: null } as const;

/** A thread that needs no answer: nothing of it waits or is unread. */
export const closed = <T extends OnDesk>(before: T) => ({
  ...before,
  waitingSince: null,
  unread: 0,
  desk: { ...deskOf(before), ...opened, state: 'closed' as const },
});

/** Who answers a thread: the person or group it was given to, else the lead's owner; `nobody` where there is none. */
export function answererOf(of: OnDesk): string {
  const { assigneeId, groupId } = deskOf(of);
  return assigneeId ?? groupId ?? of.ownerId ?? nobody;
}

/** Whom a thread was given to that is not the lead's owner. */
export function givenTo(of: OnDesk): string | null {
  const answerer = answererOf(of);
  return answerer === (of.ownerId ?? nobody) ? null : answerer;
}

/** The desk of a thread after a message: what a person writes brings a thread back that was put off or closed. */
export function deskAfter(before: Pick<OnDesk, 'desk'> | undefined, isReply: boolean): { desk?: StoredDesk } {
  if (!before?.desk) return {};
  return { desk: isReply ? { ...before.desk, ...opened } : { ...before.desk, returnedAt: null } };
}

/**
 * A thread whose lead has come to another owner is that one's to answer: the person or group it was given to need not see
 * it any more.
 */
export function afterHandOver<T extends OnDesk>(before: OnDesk | undefined, after: T): T {
  if (!before || before.ownerId === after.ownerId || !after.desk) return after;
  return { ...after, desk: { ...after.desk, assigneeId: null, groupId: null } };
}

/** The desk of two threads that become one: it is open where either was, and has the tags of both, as far as they fit. */
export function joinedDesk(from: OnDesk, into: OnDesk): { desk?: Desk } {
  if (!into.desk && !from.desk) return {};
  const [one, other] = [deskOf(into), deskOf(from)];
  const kept = {
    ...(into.desk ? one : other),
    tags: tidyTags([...other.tags, ...one.tags]).slice(0, inboxLimits.tags),
  };
  return { desk: one.state === 'open' || other.state === 'open' ? { ...kept, ...opened } : kept };
}
