import { usable } from '#functions/leads/api.ts';
import { certificateLabels, type LeadCertificate } from '#shared/model/certificate.ts';
import { certificatesOfLead, type StoredCertificate } from './store.ts';

const viewOf = ({
  certificateId,
  provider,
  certificate,
  outcome,
  detail,
  from,
  orderId,
  receivedAt,
  checkedAt,
  ageSeconds,
}: StoredCertificate): LeadCertificate => ({
  id: certificateId,
  provider,
  providerName: certificateLabels[provider],
  certificate,
  outcome,
  detail,
  from,
  orderId,
  receivedAt,
  checkedAt,
  ageSeconds,
});

/** The certificates that a lead of the actor came with. @throws 404 */
export async function leadCertificates(leadId: string): Promise<LeadCertificate[]> {
  await usable(leadId);
  return (await certificatesOfLead(leadId)).map(viewOf);
}
