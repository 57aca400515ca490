import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import {
  findHold,
  findLead,
  holdRemoval,
  holdWrite,
  ifUnchanged,
  isOvertaken,
  view,
} from '#functions/leads/api.ts';
import type { LegalHold } from '#shared/model/retention.ts';
import { byName } from '../by-name.ts';

/** @throws 404 */
export async function holdOf(leadId: string): Promise<LegalHold> {
  const [lead, hold] = await Promise.all([findLead(leadId), findHold(leadId)]);
  if (!lead) throw notFound('The lead');
  return {
    leadId,
    onHold: hold !== undefined,
    reason: hold?.reason ?? '',
    by: hold?.by ?? '',
    at: hold?.at ?? null,
  };
}

/** Puts a lead on legal hold, or lifts it. @throws 404; 409 for one that is in the trash */
export const setHold = (leadId: string, onHold: boolean, reason: string): Promise<LegalHold> =>
  retryOnConflict(() => setOnce(leadId, onHold, reason), { isOvertaken });

async function setOnce(leadId: string, onHold: boolean, reason: string): Promise<LegalHold> {
  const before = await holdOf(leadId);
  const lead = await findLead(leadId);
  if (!lead) throw notFound('The lead');
  // From the trash it goes by the table's own clock, which knows of no hold.
  if (onHold && lead.state !== 'live')
    throw conflict('This lead is in the trash. Restore it before you put it on legal hold.');
  if (before.onHold === onHold && (!onHold || before.reason === reason)) return before;
  const target = { kind: 'lead', id: leadId, name: view(lead).fullName };
  await commit(
    // Who is deleted at this instant is not put on hold as well: one of the two is refused.
    onHold ? ifUnchanged(lead) : [],
    onHold ? holdWrite({ leadId, reason, by: byName(), at: clock.iso() }) : holdRemoval(leadId),
    auditEntry('lead.hold', target, { onHold }),
  );
  return holdOf(leadId);
}
