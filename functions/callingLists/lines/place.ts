import { numberOfDid } from '#functions/dids/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, notFound } from '#functions/kernel/errors.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { usable } from '#functions/leads/api.ts';
import { ContactRefused, ExchangeDown, placeCall } from '#functions/telephony/api.ts';
import { abandonmentRule } from '#shared/model/abandonment.ts';
import { exchangeDown } from '../dialled.ts';
import type { PassedOver } from '../draw.ts';
import { dialKeyOf, entryWrite, findEntry, type ListRecord, turnRemoval } from '../store.ts';
import { type Line, lineRemoval, rest } from './store.ts';

/** What stands in the way of a whole workspace is tried again after so long; ms. */
const refusedMs = 60_000;

/** Takes a line back before it rang: its lead rests until `nextAt`, or is done with (null). */
export async function takeBack(line: Line, { reason, nextAt }: Omit<PassedOver, 'leadId'>): Promise<void> {
  const entry = await findEntry(line.listId, line.leadId);
  if (entry?.state !== 'taken') {
    await accepted(commit(turnRemoval(line), lineRemoval(line)));
    return;
  }
  const free = { ...entry, until: null, isDialled: false, reason };
  await accepted(
    commit(
      entryWrite(
        entry,
        nextAt ? { ...free, state: 'waiting', dueAt: nextAt } : { ...free, state: 'done' },
        nextAt ?? clock.now(),
      ),
      turnRemoval(line),
      lineRemoval(line),
    ),
  );
}

/**
 * Places the call of a line; the same again is the same call. @returns the lead and the reason where it may not be called
 */
export async function place(list: ListRecord, line: Line): Promise<PassedOver | undefined> {
  const { listId, leadId } = line;
  const { ringSeconds, amd, message, didId } = list;
  if (!message) throw new Error('A list that rings leads first has a message.');
  try {
    const [phone] = (await usable(leadId)).phones;
    if (!phone) throw notFound('The phone number');
    await placeCall({
      key: dialKeyOf(line),
      leadId,
      to: phone.number,
      callerId: (didId && (await numberOfDid(didId))) || null,
      maxRingSeconds: ringSeconds,
      amd,
      context: null,
      transferNumber: null,
      recordCall: false,
      connect: { withinMs: abandonmentRule.withinMs, audioUrl: `${publicUrl()}${message.sound}` },
      source: { kind: 'list', id: listId, listId },
    });
  } catch (error) {
    // The line stays: it is placed again by the same key when the exchange answers.
    if (error instanceof ExchangeDown) await rest(listId, exchangeDown.againMs, exchangeDown.waitsFor);
    else if (error instanceof ContactRefused) return refused(line, error);
    else if (error instanceof AppError && error.status === 404)
      await takeBack(line, { reason: 'The lead is gone.', nextAt: null });
    else throw error;
  }
  return undefined;
}

/** A lead that may not be called now rests until it may; what holds for the whole workspace is no lead's fault. */
async function refused(line: Line, { decision }: ContactRefused): Promise<PassedOver | undefined> {
  const reason = decision.reasons[0]?.text ?? 'This person may not be called now.';
  if (decision.id) {
    await takeBack(line, { reason, nextAt: decision.nextAllowedAt });
    return { leadId: line.leadId, reason, nextAt: decision.nextAllowedAt };
  }
  await takeBack(line, { reason: '', nextAt: clock.iso() });
  await rest(line.listId, refusedMs, reason);
  return undefined;
}
