import type { z } from 'zod';
import { actor, actorName, currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, forbidden, notFound } from '#functions/kernel/errors.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { type LeadRecord, usable } from '#functions/leads/api.ts';
import { assertMayLeave } from '#functions/tenants/api.ts';
import type { celebrations } from '#shared/api/celebrations.ts';
import type { Win } from '#shared/model/celebration.ts';
import { celebrate, undo } from './celebrate.ts';
import { dayOf, standingOn } from './day.ts';
import { drawNews } from './news.ts';
import {
  type CelebrationRecord,
  celebrationPrefix,
  celebrationsBetween,
  insertCelebration,
  recordOf,
} from './store.ts';
import { mayUndo, shown } from './wins.ts';

type Bell = z.output<NonNullable<(typeof celebrations)['ring']['~orpc']['inputSchema']>>;

/** A bell may be called off for two days, which is longer than any day of a workspace. */
const undoMs = 2 * 86_400_000;

const viewOf = async (record: CelebrationRecord): Promise<Win> => (await shown([record]))[0]!;

/** Who sold: whom the bell names, the lead's owner, or who rings. @throws 403 for another's sale */
function repIdOf({ repId }: Bell, lead: LeadRecord | undefined): string | null {
  const who = actor();
  if (!seesOwnLeadsOnly()) return repId ?? lead?.ownerId ?? (who.kind === 'user' ? who.userId : null);
  const me = currentUser().userId;
  if (repId !== null && repId !== me) throw forbidden('An agent rings for their own sales.');
  return me;
}

const recent = async (): Promise<CelebrationRecord[]> =>
  celebrationsBetween(new Date(clock.now() - undoMs).toISOString(), new Date(clock.now() + 1).toISOString());

/**
 * Celebrates a sale by hand. The same request again is the same bell.
 * @throws 400 without an amount, 403, 404, 409 where the lead was celebrated today
 */
export async function ring(bell: Bell): Promise<Win> {
  await assertMayLeave();
  const celebrationId = deterministicId(celebrationPrefix, 'bell', actorName(), bell.requestId);
  const before = (await recent()).find((record) => record.celebrationId === celebrationId);
  if (before) return viewOf((await celebrate(before)) ?? before);
  const lead = bell.leadId ? await usable(bell.leadId) : undefined;
  const amount = bell.amount ?? lead?.dealAmount ?? null;
  if (amount === null) throw badRequest('Please say for how much.', { field: 'amount' });
  const standing = lead && (await standingOn(await dayOf())).find(({ leadId }) => leadId === lead.id);
  if (standing) throw conflict('This sale was celebrated today already.', undefined, 'celebrated_already');
  const record = recordOf({
    at: clock.iso(),
    celebrationId,
    how: 'bell',
    leadId: lead?.id ?? null,
    customer: lead ? '' : bell.customer,
    repId: repIdOf(bell, lead),
    amount,
    rungBy: actorName(),
  });
  await commit(insertCelebration(record)).catch((error) => {
    if (!(error instanceof ConditionFailed)) throw error;
  });
  const celebrated = await celebrate(record);
  await drawNews(record);
  return viewOf(celebrated ?? record);
}

/** Calls a celebration off. @throws 403 for another agent's; 404 */
export async function callOffByHand(celebrationId: string): Promise<Win> {
  const record = (await recent()).find((one) => one.celebrationId === celebrationId);
  if (!record) throw notFound('The celebration');
  if (!mayUndo(record)) throw forbidden('An agent calls off their own celebrations.');
  return viewOf((await undo(record, 'Called off by hand.')) ?? record);
}
