import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { runAs, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { usable } from '#functions/leads/write.ts';
import { rendered, valuesFor } from '#functions/messageTemplates/render.ts';
import { gather } from './blast-gather.ts';
import { type BlastRecord, changingBlast, chunkOf, findBlast, isOver } from './blast-store.ts';
import { sendTurn } from './blasts.ts';
import { bucketOfCampaign, campaignFull } from './compose.ts';
import { takeTokens } from './number-store.ts';
import { ProviderDown, type SendOutcome, sendMessage } from './send.ts';

/*
 *   gathering ──all found──▶ sending ◀──▶ waiting (a limit, a provider that is down) ──▶ completed
 *        └───────────────────────┴──────────────┴──▶ cancelled, failed
 *
 * A message on the queue is a turn of one worker at a blast. Its place and its figures are one item, whose version
 * guards every step: a turn that comes twice, or that was thought dead, finds that it is not the one any more. What
 * was sent but not yet noted is sent again with the same key, and so not sent again.
 */

/** How long a turn lasts, and how long one that says nothing is believed to live, in ms. */
const turnMs = 40_000;
const leaseMs = 25_000;

/** Leads of one step. */
const stepSize = 24;

/** Texts that are on their way at the same time. */
const atOnce = 6;

/** A token that comes so soon is waited for within the turn, in ms. */
const waitedFor = 4_000;

/** A provider that is down: first wait and longest, in ms, and after how many in a row it is given up (a day). */
const downs = { first: 15_000, most: 900_000, many: 100 };

/** Different reasons that are told. */
const mostReasons = 30;

/** Somebody else has changed the blast: it was cancelled, or another turn has it. */
class Lost extends Error {}

type Change = Partial<Omit<BlastRecord, 'id' | 'version'>>;

/** Writes a step down. @throws Lost */
async function stepped(before: BlastRecord, change: Change, ...alongside: object[][]): Promise<BlastRecord> {
  const after = { ...before, ...change, version: before.version + 1 };
  try {
    await commit(changingBlast(before, after), alongside);
    return after;
  } catch (error) {
    throw error instanceof ConditionFailed ? new Lost() : error;
  }
}

interface Settled {
  kind: 'sent' | 'refused' | 'failed';
  code: string;
  text: string;
}

function settledAs(outcome: Exclude<SendOutcome, { kind: 'later' }>): Settled {
  switch (outcome.kind) {
    case 'sent':
      return { kind: 'sent', code: '', text: '' };
    case 'refused': {
      const [reason] = outcome.reasons;
      return {
        kind: 'refused',
        code: reason?.code ?? 'refused',
        text: reason?.text ?? 'This person may not be contacted now.',
      };
    }
    case 'failed':
      return { kind: 'failed', code: `failed: ${outcome.error.slice(0, 80)}`, text: outcome.error };
  }
}

async function sendTo(blast: BlastRecord, leadId: string): Promise<SendOutcome> {
  try {
    const lead = await usable(leadId);
    const { body } = rendered('sms', '', blast.message, await valuesFor(lead));
    return await sendMessage(
      {
        channel: 'sms',
        leadId,
        body,
        templateId: blast.templateId,
        ...(blast.from ? { from: blast.from } : {}),
        source: { kind: 'blast', id: blast.id },
        key: `blast ${blast.id} ${leadId}`,
      },
      { inStep: true },
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'busy') throw error;
    if (error.code === 'provider_not_connected') throw new ProviderDown(error.message, { cause: error });
    return { kind: 'failed', error: error.message };
  }
}

/** Sends to the leads in order, some at once, until one has to wait; those before it are settled. */
async function sendStep(blast: BlastRecord, leadIds: readonly string[]) {
  const outcomes: (SendOutcome | undefined)[] = leadIds.map(() => undefined);
  let next = 0;
  let stop: { retryAt: number; why: string } | undefined;
  let down: unknown;
  const work = async () => {
    while (next < leadIds.length && !stop && !down) {
      const at = next++;
      try {
        const outcome = await sendTo(blast, leadIds[at]!);
        if (outcome.kind === 'later') stop ??= { retryAt: Date.parse(outcome.retryAt), why: outcome.why };
        else outcomes[at] = outcome;
      } catch (error) {
        down ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const open = outcomes.indexOf(undefined);
  const settled = outcomes.slice(0, open < 0 ? outcomes.length : open) as Exclude<
    SendOutcome,
    { kind: 'later' }
  >[];
  return { settled: settled.map(settledAs), stop, down };
}

/** A step of as many texts as the blast's own limit lets through now. */
async function throttledStep(blast: BlastRecord, leadIds: readonly string[]): ReturnType<typeof sendStep> {
  const bucket = bucketOfCampaign({ kind: 'blast', id: blast.id });
  const { granted, at } = await takeTokens(bucket, blast.ratePerMinute, leadIds.length);
  if (granted > 0) return sendStep(blast, leadIds.slice(0, granted));
  return { settled: [], stop: { retryAt: at, why: campaignFull }, down: undefined };
}

function tallied(blast: BlastRecord, settled: readonly Settled[]): Change {
  const reasons = { ...blast.reasons };
  const count = (kind: Settled['kind']) => settled.filter((one) => one.kind === kind).length;
  for (const { kind, code, text } of settled) {
    if (kind === 'sent' || (!reasons[code] && Object.keys(reasons).length >= mostReasons)) continue;
    reasons[code] = { count: (reasons[code]?.count ?? 0) + 1, text };
  }
  return {
    done: blast.done + settled.length,
    sent: blast.sent + count('sent'),
    refused: blast.refused + count('refused'),
    failed: blast.failed + count('failed'),
    reasons,
    leaseUntil: clock.now() + leaseMs,
  };
}

const completed = (): Change => ({
  status: 'completed',
  nextAt: null,
  why: null,
  leaseUntil: 0,
  endedAt: clock.iso(),
});

/** Lets go of a blast until `at`, ms since 1970. */
async function waiting(blast: BlastRecord, at: number, why: string, more: Change = {}): Promise<void> {
  const nextAt = new Date(at).toISOString();
  await stepped(blast, { ...more, status: 'waiting', nextAt, why, leaseUntil: 0 });
  await sendTurn(blast.id, Math.max(1, (at - clock.now()) / 1000));
}

async function providerDown(blast: BlastRecord, error: ProviderDown): Promise<void> {
  const times = blast.downs + 1;
  if (times > downs.many)
    return void (await stepped(blast, {
      status: 'failed',
      why: error.message,
      nextAt: null,
      leaseUntil: 0,
      endedAt: clock.iso(),
    }));
  const wait = Math.min(downs.most, downs.first * 2 ** Math.min(times, 10));
  await waiting(blast, clock.now() + Math.max(wait, (error.retryAfter ?? 0) * 1000), error.message, {
    downs: times,
  });
}

/** Sends until the turn is over; answers the blast as it is then, or undefined when it waits or has ended. */
async function sendFrom(
  start: BlastRecord,
  until: number,
  beat: () => Promise<void>,
): Promise<BlastRecord | undefined> {
  let blast = start;
  let leads: { chunk: number; ids: string[] } | undefined;
  while (clock.now() < until) {
    if (blast.chunk >= blast.chunks) return void (await stepped(blast, completed()));
    if (leads?.chunk !== blast.chunk)
      leads = { chunk: blast.chunk, ids: await chunkOf(blast.id, blast.chunk) };
    if (blast.done >= leads.ids.length) {
      blast = await stepped(blast, { chunk: blast.chunk + 1, done: 0 });
      continue;
    }
    await beat();
    const { settled, stop, down } = await throttledStep(
      blast,
      leads.ids.slice(blast.done, blast.done + stepSize),
    );
    if (settled.length > 0) blast = await stepped(blast, { ...tallied(blast, settled), downs: 0 });
    if (down) {
      if (!(down instanceof ProviderDown)) throw down;
      return void (await providerDown(blast, down));
    }
    if (!stop) continue;
    const wait = stop.retryAt - clock.now();
    if (wait > waitedFor || stop.retryAt > until) return void (await waiting(blast, stop.retryAt, stop.why));
    await pause(Math.max(50, wait));
  }
  return blast;
}

/** One turn at a blast. `hide` keeps its message from coming again while it lives. */
export async function blastTurn(
  blastId: string,
  hide: () => Promise<void> = async () => undefined,
): Promise<void> {
  const found = await findBlast(blastId);
  const now = clock.now();
  if (!found || isOver(found) || found.leaseUntil > now) return;
  // Its time has not come: who has put it off has sent a turn for then, and behind it stands the sweeper.
  if (found.nextAt && Date.parse(found.nextAt) > now + 500) return;
  const until = now + turnMs;
  try {
    const status = found.status === 'waiting' ? 'sending' : found.status;
    const mine = await stepped(found, {
      token: randomUUID(),
      leaseUntil: now + leaseMs,
      status,
      nextAt: null,
      why: null,
    });
    await runAs({ kind: 'user', tenantId: tenantOf(), ...found.by, sessionId: 'blast' }, async () => {
      const ready = mine.status === 'gathering' ? await gather(mine, until, hide, stepped) : mine;
      const rest = ready && ready.status === 'sending' ? await sendFrom(ready, until, hide) : ready;
      if (!rest || isOver(rest)) return;
      await stepped(rest, { leaseUntil: 0 });
      await sendTurn(blastId);
    });
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
  }
}

export type Stepped = typeof stepped;
