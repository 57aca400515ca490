import { insertDecision, keepSeconds, replaceStanding, standingsOf } from '#functions/compliance/api.ts';
import { actorName } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, forbidden } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import {
  changingWrites,
  findLeads,
  isOvertaken,
  type LeadRecord,
  leadSettings,
  timelineEvent,
} from '#functions/leads/api.ts';
import { type Channel, type Consent, type ConsentProof, channelNames } from '#shared/model/lead.ts';

/*
 * The one way by which an opt-out is lifted: of a lead and of its addresses, in one transaction with the entry in the
 * decisions log and on the timeline. Nothing else turns a withdrawn consent into a given one.
 */

export interface NewConsent {
  leadIds: readonly string[];
  /** E.164, or e-mail addresses. */
  addresses: readonly string[];
  channel: Channel;
  how: string;
  proof?: ConsentProof | undefined;
  by: 'person' | 'staff';
  /** The hand-over on the lead market that it comes by: it does not take the place of what they said in another way. */
  purchase?: string | undefined;
}

/** What was withdrawn before: by whom, when and how. */
export type Withdrawal = Pick<Consent, 'how' | 'by'> & { at: string };

const minutes = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

/** What the log and the timeline say of a lift: what was withdrawn, and what the new consent stands on. */
export const liftedText = (what: string, how: string, proof: ConsentProof | undefined): string =>
  `${what}. New consent: ${how}${proof ? `, given ${minutes(proof.when)}. ${proof.evidence}` : ''}`;

const sourceLength = 500;

/** The entry of the audit log for a lift by somebody of the team, who may be asked about it later. */
export function auditOfLift(address: string, how: string, proof: ConsentProof | undefined): object {
  const source = (proof?.evidence || how).slice(0, sourceLength);
  return auditEntry('optOut.lifted', { kind: 'address', id: address, name: address }, { source });
}

/** The entry of the decisions log for what allows contact again. */
export const liftWrite = (address: string, channel: Channel, code: string, text: string): object =>
  insertDecision({
    decisionId: newId('cdc'),
    address,
    channel,
    at: clock.iso(),
    allowed: true,
    purpose: 'consent',
    reasons: [{ code, text, citation: null, zone: null }],
    timeZones: [],
    states: [],
    actor: actorName(),
    expiresAt: clock.seconds() + keepSeconds,
  });

const withdrawn = (
  said: { state: string; at: string | null; how: string; by?: Consent['by'] } | undefined,
) => (said?.state === 'withdrawn' ? [{ at: said.at ?? '', how: said.how, by: said.by }] : []);

/** Whether a consent that came otherwise stands where one of a purchase is to be noted. */
const standsOtherwise = (
  said: { state: string; purchase?: string | undefined } | undefined,
  purchase: string | undefined,
): boolean => purchase !== undefined && said?.state === 'given' && said.purchase === undefined;

/** The writes that note a consent on a lead's own record; none where it stands there already. */
async function leadWrites(lead: LeadRecord, channel: Channel, consent: Consent): Promise<object[]> {
  const { state, how, purchase } = lead.consent[channel];
  if (state === 'given' && how === consent.how && purchase === consent.purchase) return [];
  if (standsOtherwise(lead.consent[channel], consent.purchase)) return [];
  const wanted = { ...lead, consent: { ...lead.consent, [channel]: consent } };
  return changingWrites(lead, wanted, await leadSettings()).writes;
}

/**
 * Notes that a person agrees to a channel. Where they had opted out, `mayLift` is asked first, which throws where it
 * must not be; then all is written at once.
 */
export const noteNewConsent = (
  given: NewConsent,
  mayLift: (withdrawals: readonly Withdrawal[]) => void,
): Promise<void> =>
  retryOnConflict(() => noteOnce(given, mayLift), {
    isOvertaken: (error) => error instanceof ConditionFailed || isOvertaken(error),
    pauseMs: 20,
  });

async function noteOnce(given: NewConsent, mayLift: (withdrawals: readonly Withdrawal[]) => void) {
  const { leadIds, addresses, channel, how, proof, by, purchase } = given;
  const leads = (await findLeads([...leadIds])).filter(({ state }) => state === 'live');
  const standings = [...(await standingsOf(addresses)).values()];
  const withdrawals = [
    ...standings.flatMap((standing) => withdrawn(standing.consent[channel])),
    ...leads.flatMap((lead) => withdrawn(lead.consent[channel])),
  ];
  if (withdrawals.length > 0) mayLift(withdrawals);
  const consent = {
    state: 'given' as const,
    at: clock.iso(),
    how,
    by,
    ...(proof ? { proof } : {}),
    ...(purchase ? { purchase } : {}),
  };
  const before = withdrawals[0];
  const what =
    before && `${channelNames[channel]}: the opt-out of ${minutes(before.at)} (${before.how}) is lifted`;
  const text = what && liftedText(what, how, proof);
  await commit(
    standings
      .filter((standing) => !standsOtherwise(standing.consent[channel], purchase))
      .map((standing) =>
        replaceStanding(standing, { ...standing, consent: { ...standing.consent, [channel]: consent } }),
      ),
    ...(await Promise.all(leads.map((lead) => leadWrites(lead, channel, consent)))),
    text ? addresses.map((address) => liftWrite(address, channel, 'opt_out_lifted', text)) : [],
    text ? leads.map(({ id }) => timelineEvent(id, 'consent', text)) : [],
    // What a person says themselves stands in the decisions log alone.
    text && by === 'staff' ? addresses.map((address) => auditOfLift(address, how, proof)) : [],
  );
}

/** So much may a sender's clock be ahead of ours, ms. */
const clockSkewMs = 60_000;

/**
 * What a new consent must be to lift an opt-out: later than it, not in the future, and with its source.
 * @throws 400 naming the field
 */
export function assertProof(proof: ConsentProof | undefined, withdrawnAt: string): asserts proof {
  if (!proof)
    throw badRequest(
      'They have opted out. Please say when and how they agreed again: it is kept as evidence.',
      {
        field: 'proof',
      },
    );
  const when = Date.parse(proof.when);
  if (when > clock.now() + clockSkewMs)
    throw badRequest('The new consent cannot lie in the future.', { field: 'proof.when' });
  // People say when to the minute.
  if (withdrawnAt && when < Math.floor(Date.parse(withdrawnAt) / 60_000) * 60_000)
    throw badRequest(`They opted out after that, on ${minutes(withdrawnAt)}. A new consent is a later one.`, {
      field: 'proof.when',
    });
}

/** @throws 403 'person_opted_out' for who may not lift what the person, a carrier or another system has withdrawn */
export function assertMayLift(withdrawals: readonly Withdrawal[], mayLiftAll: boolean): void {
  const own = withdrawals.find(({ by }) => by !== 'staff');
  if (own && !mayLiftAll)
    throw forbidden(
      `They opted out themselves (${own.how}). Only an admin can note their new consent.`,
      'person_opted_out',
    );
}
