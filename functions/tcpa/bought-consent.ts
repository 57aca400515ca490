import { insertDecision, keepSeconds, replaceStanding, standingsOf } from '#functions/compliance/api.ts';
import { actorName } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { newId } from '#functions/kernel/ids.ts';
import {
  changingWrites,
  findLeads,
  type LeadRecord,
  leadSettings,
  leadsOfNumber,
} from '#functions/leads/api.ts';
import { type Consent, type ConsentProof, noConsent } from '#shared/model/lead.ts';

/*
 * The consent to calls that came with a bought lead stands on what its seller said. A certificate proves it, or has it fall
 * away. Only what came by a purchase is ever touched: what the person said in another way stands, for and against.
 */

type Said = { state: string; purchase?: string | undefined } | undefined;

const cameBy = (said: Said, purchase: string): boolean =>
  said?.state === 'given' && said.purchase === purchase;

/** Whether a purchase may speak here: nothing is said, or another purchase has spoken. */
const isFree = (said: Said): boolean =>
  said === undefined || said.state === 'unknown' || (said.state === 'given' && said.purchase !== undefined);

async function standingAndLeads(phone: string) {
  const [standings, ids] = await Promise.all([standingsOf([phone]), leadsOfNumber(phone)]);
  const leads = (await findLeads(ids)).filter(({ state }) => state === 'live');
  return { standing: standings.get(phone)!, leads };
}

/** The write of the decisions log's entry. */
const decisionWrite = (phone: string, allowed: boolean, code: string, text: string): object =>
  insertDecision({
    decisionId: newId('cdc'),
    address: phone,
    channel: 'call',
    at: clock.iso(),
    allowed,
    purpose: 'consent',
    reasons: [{ code, text, citation: null, zone: null }],
    timeZones: [],
    states: [],
    actor: actorName(),
    expiresAt: clock.seconds() + keepSeconds,
  });

async function leadWrites(lead: LeadRecord, call: Consent): Promise<object[]> {
  return changingWrites(lead, { ...lead, consent: { ...lead.consent, call } }, await leadSettings()).writes;
}

/**
 * The writes by which a consent to calls that came with a purchase no longer stands, on the number and on the leads that
 * have it; none where nothing of it is there any more. They are refused where somebody changes either meanwhile.
 * @param purchase the hand-over that it came by
 * @param why for the decisions log: a code for programs and a sentence for people
 */
export async function fallenConsentWrites(
  phone: string,
  purchase: string,
  why: { code: string; text: string },
): Promise<object[]> {
  const { standing, leads } = await standingAndLeads(phone);
  const { call, ...others } = standing.consent;
  const fallen = leads.filter(({ consent }) => cameBy(consent.call, purchase));
  const writes = [
    ...(cameBy(call, purchase) ? [replaceStanding(standing, { ...standing, consent: others })] : []),
    ...(await Promise.all(fallen.map((lead) => leadWrites(lead, noConsent.call)))).flat(),
  ];
  return writes.length > 0 ? [...writes, decisionWrite(phone, false, why.code, why.text)] : [];
}

interface Proven {
  /** The buyer's lead that was bought. */
  leadId: string;
  phone: string;
  /** The hand-over that it came by. */
  purchase: string;
  how: string;
  proof: ConsentProof;
}

/**
 * The writes by which a certificate becomes the proof of a consent to calls that came with a purchase. Nothing where the
 * person has opted out, or consented in another way.
 */
export async function provenConsentWrites({
  leadId,
  phone,
  purchase,
  how,
  proof,
}: Proven): Promise<object[]> {
  const { standing, leads } = await standingAndLeads(phone);
  const lead = leads.find(({ id }) => id === leadId);
  if (!isFree(standing.consent.call) || (lead && !isFree(lead.consent.call))) return [];
  const given = { state: 'given' as const, at: clock.iso(), how, by: 'person' as const, proof, purchase };
  return [
    replaceStanding(standing, { ...standing, consent: { ...standing.consent, call: given } }),
    ...(lead ? await leadWrites(lead, given) : []),
    decisionWrite(phone, true, 'certificate_valid', proof.evidence),
  ];
}
