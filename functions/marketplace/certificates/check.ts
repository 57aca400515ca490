import { asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork, NextLook } from '#functions/kernel/due.ts';
import { retryOnConflict, wasOvertaken } from '#functions/kernel/retry.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import { findLeads, isOvertaken, timelineEvent } from '#functions/leads/api.ts';
import { fallenConsentWrites, provenConsentWrites } from '#functions/tcpa/api.ts';
import { ageText, certificateLabels, certificateLimits, outcomeWords } from '#shared/model/certificate.ts';
import { Undecided } from '../ask-provider.ts';
import { findReturnedLead } from '../order-store.ts';
import { certificateAccount, noteAccountTrouble } from './accounts.ts';
import { keptEvidence } from './arrive.ts';
import { tellOrder } from './counts.ts';
import { checkOf } from './providers/index.ts';
import type { CertificateVerdict } from './providers/types.ts';
import { certificateChange, certificatesOfOrder, findCertificate, type StoredCertificate } from './store.ts';

/*
 * A certificate from its arrival to what both sides see of it, as the buyer's tenant:
 *
 *   claim ── who asks for it has it alone for half a minute
 *   ask   ── under the hand-over's id: whoever was killed here asks again under the same, which counts once
 *   note  ── one transaction: the outcome · the consent that it proves or fells · the lead's timeline
 *   count ── the order is due, and counts how many came to what
 *
 * It stays due until the last step. A provider that decides nothing is asked again, later and later, for 72 hours.
 */

const minuteMs = 60_000;
/** A provider has answered or is given up by then. */
const claimMs = 30_000;

const overAt = ({ receivedAt }: StoredCertificate): number =>
  Date.parse(receivedAt) + certificateLimits.checkHours * 60 * minuteMs;

/** When it is asked for again after so many tries; never later than the end of its time. */
function nextTry(one: StoredCertificate): number {
  const { firstPause, longestPause } = certificateLimits;
  const minutes = Math.min(longestPause, firstPause * 2 ** Math.max(0, one.tries - 1));
  return Math.max(clock.now(), Math.min(clock.now() + minutes * minuteMs, overAt(one)));
}

const labelOf = ({ provider }: StoredCertificate): string => `${certificateLabels[provider]} certificate`;

/** What the timeline says. */
function sentenceOf(one: StoredCertificate, { outcome, detail, ageSeconds }: CertificateVerdict): string {
  const age = outcome === 'valid' && ageSeconds !== null ? `, ${ageText(ageSeconds)} old` : '';
  const why = detail ? ` ${detail}` : '';
  return `${labelOf(one)} of the purchase from ${one.from}: ${outcomeWords[outcome]}${age}.${why}`;
}

/** Whether another certificate of the same hand-over has failed: the consent stays fallen then. */
const hasFailedBeside = async ({ orderId, handoverId }: StoredCertificate): Promise<boolean> =>
  (await certificatesOfOrder(orderId)).some(
    (other) =>
      other.handoverId === handoverId && (other.outcome === 'mismatch' || other.outcome === 'expired'),
  );

/** What follows for the consent to calls that came with the purchase. Texts stay as they are: the person's own to allow. */
async function consentWrites(one: StoredCertificate, verdict: CertificateVerdict): Promise<object[]> {
  const { phone, handoverId, leadId, from, certificate, evidence, givenAt } = one;
  if (!phone) return [];
  switch (verdict.outcome) {
    case 'mismatch':
    case 'expired':
      return fallenConsentWrites(phone, handoverId, {
        code: 'certificate_failed',
        text: `The consent to calls that came with the purchase from ${from} no longer stands. ${sentenceOf(one, verdict)}`,
      });
    case 'valid':
      // With a lead that went back its consent did.
      if ((await hasFailedBeside(one)) || (await findReturnedLead(one.orderId, handoverId))) return [];
      return provenConsentWrites({
        leadId,
        phone,
        purchase: handoverId,
        how: `Bought from ${from}`,
        proof: {
          when: givenAt,
          evidence: keptEvidence(`${labelOf(one)} ${certificate}: ${evidence}`),
        },
      });
    case 'unchecked':
      return [];
    default:
      return verdict.outcome satisfies never;
  }
}

/** Notes what it came to, once, with all that follows in the buyer's tenant. */
const noteOutcome = (name: string, verdict: CertificateVerdict): Promise<void> =>
  retryOnConflict(
    async () => {
      const one = await findCertificate(name);
      if (one?.outcome !== 'checking') return;
      const [lead] = await findLeads([one.leadId]);
      const isLive = lead?.state === 'live';
      await commit(
        certificateChange(one, {
          ...verdict,
          checkedAt: verdict.outcome === 'unchecked' ? null : clock.iso(),
          phone: '',
          email: '',
          claimedUntil: 0,
        }),
        await consentWrites(one, verdict),
        isLive ? timelineEvent(one.leadId, 'consent', sentenceOf(one, verdict)) : [],
      );
    },
    { isOvertaken: (error) => wasOvertaken(error) || isOvertaken(error), pauseMs: 20, maxPauseMs: 300 },
  );

/** Asks the provider by the account of the actor's tenant. @throws Undecided */
async function ask(one: StoredCertificate): Promise<CertificateVerdict> {
  const check = checkOf(one.provider);
  const account = await certificateAccount(one.provider);
  if (!account) throw new Undecided(`No keys of ${check.label} are set.`);
  const { certificate, phone, email, handoverId, providerId, from } = one;
  const vendor = { name: from, code: providerId.replace(/[^0-9a-z]/gi, '') };
  try {
    const verdict = await check.check(account, { certificate, phone, email, reference: handoverId, vendor });
    await noteAccountTrouble(one.provider, null);
    return verdict;
  } catch (error) {
    if (error instanceof Undecided && error.refusesAccount)
      await noteAccountTrouble(one.provider, error.message);
    throw error;
  }
}

/** Asks for one once. Answers when to come again; undefined when its outcome is noted. */
async function checkOnce(name: string, found: StoredCertificate): Promise<NextLook> {
  if (found.claimedUntil > clock.now()) return found.claimedUntil;
  const claim = { tries: found.tries + 1, claimedUntil: clock.now() + claimMs };
  if (!(await accepted(writeOne(certificateChange(found, claim))))) return clock.now();
  const one = { ...found, ...claim, version: found.version + 1 };
  let verdict: CertificateVerdict;
  try {
    verdict = await ask(one);
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    if (clock.now() < overAt(one)) {
      await accepted(writeOne(certificateChange(one, { detail: error.message, claimedUntil: 0 })));
      return nextTry(one);
    }
    verdict = {
      outcome: 'unchecked',
      detail: `It could not be checked within ${certificateLimits.checkHours} hours. ${error.message}`,
      ageSeconds: null,
    };
  }
  await noteOutcome(name, verdict);
  return undefined;
}

async function lookAt(name: string): Promise<NextLook> {
  const found = await findCertificate(name);
  if (!found) return undefined;
  const next = found.outcome === 'checking' ? await checkOnce(name, found) : undefined;
  if (next !== undefined) return next;
  await tellOrder(found);
  return undefined;
}

/** The sweeper's look at a certificate. */
export const marketCertificateWork: DueWork = {
  // On the lead's timeline it is the market that speaks.
  look: (name) => asSystem(tenantOf(), 'marketplace', () => lookAt(name)),
  earlier: async () => [],
};
