import { clock } from '#functions/kernel/clock.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import type { SoldLead } from '#shared/model/market.ts';
import { certificateChecks } from './providers/index.ts';
import { findCertificate, insertCertificate, type StoredCertificate } from './store.ts';

/** A lead on its way to a buyer. */
export interface Bringing {
  lead: SoldLead;
  orderId: string;
  handoverId: string;
  sellerTenantId: number;
  providerId: string;
  /** The shop's name. */
  from: string;
}

const evidenceLength = 500;

/** As much of an evidence as is kept. */
export const keptEvidence = (evidence: string): string => evidence.slice(0, evidenceLength).toWellFormed();

/** A consent as its seller proves it: where, and in which words. */
export const evidenceOf = ({ text, sourceUrl }: SoldLead['consent']): string =>
  keptEvidence(`${sourceUrl ? `${sourceUrl} ` : ''}“${text}”`);

/** One certificate of one provider comes with a hand-over. */
const certificateIdOf = (handoverId: string, provider: string): string =>
  deterministicId('mct', handoverId, provider);

const sentBy = ({ lead: { consent } }: Bringing) =>
  certificateChecks.flatMap((check) => {
    const certificate = check.certificateIn(consent);
    return certificate === undefined ? [] : [{ provider: check.name, certificate }];
  });

/** Whether the certificates of a lead are on their way already, as the buyer's tenant. */
export async function wasSentForCheck(brought: Bringing): Promise<boolean> {
  const [first] = sentBy(brought);
  if (!first) return false;
  const certificateId = certificateIdOf(brought.handoverId, first.provider);
  return (await findCertificate(`${brought.orderId}/${certificateId}`)) !== undefined;
}

/**
 * Has the certificates of a lead checked, as the buyer's tenant, once however often it is called. The sweeper does it, half
 * a minute later at the earliest: who brings the lead does not wait for a provider, and is done by then for certain.
 * @param leadId the buyer's
 */
export async function sendForCheck(brought: Bringing, leadId: string): Promise<void> {
  const { lead, orderId, handoverId, sellerTenantId, providerId, from } = brought;
  const certificates = sentBy(brought).map(
    ({ provider, certificate }): StoredCertificate => ({
      certificateId: certificateIdOf(handoverId, provider),
      orderId,
      handoverId,
      leadId,
      sellerTenantId,
      providerId,
      from,
      provider,
      certificate,
      phone: lead.phone ? e164(lead.phone) : '',
      email: lead.email,
      givenAt: lead.consent.givenAt,
      evidence: evidenceOf(lead.consent),
      outcome: 'checking',
      detail: '',
      receivedAt: clock.iso(),
      checkedAt: null,
      ageSeconds: null,
      tries: 0,
      claimedUntil: 0,
      version: 1,
    }),
  );
  // All of them or none, so that the first tells of the others.
  if (certificates.length > 0) await accepted(commit(certificates.map(insertCertificate)));
}
