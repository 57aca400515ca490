import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { type DueWork, dueAt } from '#functions/kernel/due.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { log } from '#functions/kernel/log.ts';
import { accepted, commit, maxTransactionItems, writeOne } from '#functions/kernel/table.ts';
import { ExchangeDown } from '#functions/telephony/api.ts';
import type { PhoneAccess } from '#shared/exchange/commands.ts';
import { pushPlan } from './number-hooks.ts';
import { pushNumber, pushPhone, pushQueue } from './wanted.ts';

/*
 * What the exchange has to be told again. Whoever changes a queue, a phone or a number marks it in the same transaction,
 * and tells the exchange afterwards how it stands then; the sweeper does where that failed or was killed. One at a time
 * tells of one thing, so that an older state never arrives after a newer one.
 */

const kinds = ['queue', 'phone', 'number', 'plan'] as const;
/** A queue or a dial plan by its id, a phone by its name, or a number of the tenant's in E.164. */
export interface Pushed {
  kind: (typeof kinds)[number];
  name: string;
}

const Pushes = entity('exchangePush', {
  fields: z.object({
    kind: z.enum(kinds),
    name: z.string(),
    /** Another one with each change. */
    mark: z.string(),
    holder: z.string().optional(),
    /** Ms since 1970. */
    heldUntil: z.number().optional(),
  }),
  key: { partition: [], sort: ['kind', 'name'] },
  due: true,
});
type Push = Stored<typeof Pushes>;

/** Longer than the exchange may take to answer; ms. */
const leaseMs = 25_000;
/** Somebody else's turn is waited for so long, ms: it takes one request. */
const waitMs = 100;
const waits = 40;
/** Where no exchange is connected it is looked again after so long, ms. */
const notConnectedMs = 3_600_000;

const idOf = ({ kind, name }: Pushed) => `${kind}:${name}`;

/**
 * The writes that have the exchange told how these things stand, each named once.
 * @param at when the sweeper does it, should whoever writes it not; ms since 1970
 */
export const markWrites = (pushed: readonly Pushed[], at?: number): object[] =>
  [...new Map(pushed.map((one) => [idOf(one), one])).values()].map((one) =>
    Pushes.upsert({ kind: one.kind, name: one.name })
      .set({ mark: newId('mrk'), ...dueAt('exchangePush', idOf(one), at) })
      .params(),
  );

/** Marks more of them than a transaction may hold; each is told by itself. @param at as of `markWrites` */
export async function markMany(pushed: readonly Pushed[], at?: number): Promise<void> {
  for (let from = 0; from < pushed.length; from += maxTransactionItems)
    await commit(markWrites(pushed.slice(from, from + maxTransactionItems), at));
}

const claimed = (push: Push, holder: string): Promise<boolean> =>
  accepted(
    writeOne(
      Pushes.patch({ kind: push.kind, name: push.name })
        .set({ holder, heldUntil: clock.now() + leaseMs })
        .params({
          where: (at, { eq, lt, notExists }) =>
            `${notExists(at.holder)} OR ${lt(at.heldUntil, clock.now())} OR ${eq(at.holder, holder)}`,
        }),
    ),
  );

const released = ({ kind, name }: Pushed, holder: string): Promise<boolean> =>
  accepted(
    writeOne(
      Pushes.patch({ kind, name })
        .remove(['holder', 'heldUntil'])
        .params({ where: (at, { eq }) => eq(at.holder, holder) }),
    ),
  );

/** Whether nothing has changed since the mark was read; then there is nothing left to tell. */
const settled = (push: Push, holder: string): Promise<boolean> =>
  accepted(
    writeOne(
      Pushes.remove(
        { kind: push.kind, name: push.name },
        { where: (at, { eq }) => `${eq(at.mark, push.mark)} AND ${eq(at.holder, holder)}` },
      ),
    ),
  );

function tell({ kind, name }: Pushed): Promise<PhoneAccess | undefined> {
  if (kind === 'number') return pushNumber(name);
  if (kind === 'plan') return pushPlan.run(name);
  return kind === 'queue' ? pushQueue(name) : pushPhone(name);
}

/**
 * Tells the exchange how a thing stands, until it has been told of the last change.
 * @returns how a phone that may register reaches it; undefined too where somebody else has told it
 * @throws ExchangeDown; 409 'exchange_not_connected'; what else the exchange will not have
 */
export async function push(pushed: Pushed): Promise<PhoneAccess | undefined> {
  const holder = newId('hld');
  let answer: PhoneAccess | undefined;
  for (let waited = 0; waited < waits; waited++) {
    const found = await Pushes.find({ kind: pushed.kind, name: pushed.name });
    if (!found) return answer;
    if (!(await claimed(found, holder))) {
      await sleep(waitMs);
      continue;
    }
    try {
      answer = await tell(pushed);
    } catch (error) {
      await released(pushed, holder);
      throw error;
    }
    if (await settled(found, holder)) return answer;
  }
  return answer;
}

const isNotConnected = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'exchange_not_connected';

/** Tells the exchange what a change has marked; what it does not hear now the sweeper tells it. */
export async function pushAfterwards(pushed: readonly Pushed[]): Promise<void> {
  for (const one of pushed)
    try {
      await push(one);
    } catch (error) {
      if (isNotConnected(error)) return;
      log.warn('The exchange was not told of a change, and is again later.', {
        pushed: idOf(one),
        error: error as Error,
      });
      // One that is down answers for the others no better.
      if (error instanceof ExchangeDown) return;
    }
}

/** What the exchange has not heard yet. */
export const exchangePushWork: DueWork = {
  async look(id) {
    const [kind = '', ...name] = id.split(':');
    const pushed = { kind: kind as Pushed['kind'], name: name.join(':') };
    try {
      await push(pushed);
    } catch (error) {
      if (isNotConnected(error)) return clock.now() + notConnectedMs;
      throw error;
    }
    return undefined;
  },
  earlier: async () => [],
};
