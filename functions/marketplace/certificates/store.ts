import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import type { StoredKeys } from '#functions/kernel/provider-manifest.ts';
import {
  type CertificateCounts,
  type CertificateProvider,
  certificateProviders,
  leadCertificate,
  noCertificates,
} from '#shared/model/certificate.ts';

/** A certificate of a bought lead, in the buyer's tenant. */
const Certificates = entity('marketCertificate', {
  fields: leadCertificate.omit({ id: true, providerName: true }).extend({
    certificateId: z.string(),
    /** The hand-over that brought it: the reference at the provider, and the purchase that its consent came by. */
    handoverId: z.string(),
    /** The buyer's; empty when the person was erased. */
    leadId: z.string(),
    sellerTenantId: z.number(),
    providerId: z.string(),
    /** Whom it is said to be of, until it is checked. E.164. */
    phone: z.string(),
    email: z.string(),
    /** The consent as the seller proved it. */
    givenAt: z.string(),
    evidence: z.string(),
    tries: z.number(),
    /** Until when whoever asks for it alone may; ms since 1970, 0 while nobody does. */
    claimedUntil: z.number(),
    version: z.number(),
  }),
  key: { partition: ['orderId'], sort: ['certificateId'], casing: 'none' },
  indexes: {
    byLead: {
      index: 'gsi1',
      partition: ['leadId'],
      sort: ['receivedAt', 'certificateId'],
      onlyWith: 'leadId',
    },
  },
  due: true,
});
export type StoredCertificate = Stored<typeof Certificates>;

/** How the sweeper names one. */
const dueName = ({ orderId, certificateId }: StoredCertificate): string => `${orderId}/${certificateId}`;

export function findCertificate(name: string): Promise<StoredCertificate | undefined> {
  const [orderId = '', certificateId = ''] = name.split('/');
  return Certificates.find({ orderId, certificateId });
}
export const certificatesOfOrder = (orderId: string): Promise<StoredCertificate[]> =>
  Certificates.all('key', { orderId });

/** Those of a lead, the newest first. */
export async function certificatesOfLead(leadId: string): Promise<StoredCertificate[]> {
  const { data } = await Certificates.query('byLead', { leadId }).go({ pages: 'all', order: 'desc' });
  return data;
}

/** The write of one that has just come; refused where it is there. The sweeper checks it. */
export const insertCertificate = (certificate: StoredCertificate): object =>
  Certificates.insert({ ...certificate, ...dueAt('marketCertificate', dueName(certificate)) });

/** The write of a change; refused where it has changed since it was read. It stays due. */
export const certificateChange = (
  { orderId, certificateId, version }: StoredCertificate,
  change: Partial<StoredCertificate>,
): object =>
  Certificates.patch({ orderId, certificateId })
    .set({ ...change, version: version + 1 })
    .params(ifVersion(version));

/** The write of one without its person: what it came to stays, for the order counts it. */
export const eraseCertificate = (before: StoredCertificate): object => {
  const outcome = before.outcome === 'checking' ? ('unchecked' as const) : before.outcome;
  const none = { leadId: '', certificate: '', phone: '', email: '', evidence: '', detail: '' };
  const after = { ...before, ...none, outcome, version: before.version + 1 };
  return Certificates.put(
    { ...after, ...dueAt('marketCertificate', dueName(before), clock.now()) },
    ifVersion(before.version),
  );
};

/** What the certificates of an order came to, as the buyer's tenant. */
export async function tallyOf(orderId: string): Promise<CertificateCounts> {
  const counts = { ...noCertificates };
  for (const { outcome } of await certificatesOfOrder(orderId)) counts[outcome] += 1;
  return counts;
}

/** A tenant's keys at a provider of certificates, one item each. */
const Accounts = entity('marketCertificateKeys', {
  fields: z.object({
    provider: z.enum(certificateProviders),
    /** Secrets sealed. */
    keys: z.custom<StoredKeys>(),
    /** Why the provider refused them the last time. */
    trouble: z.string().nullable(),
    version: z.number(),
  }),
  key: { partition: [], sort: ['provider'] },
});
export type StoredAccount = Stored<typeof Accounts>;

export const readAccount = async (provider: CertificateProvider): Promise<StoredAccount> =>
  (await Accounts.find({ provider })) ?? { provider, keys: {}, trouble: null, version: 0 };
export const replaceAccount = (before: StoredAccount, after: StoredAccount, error?: Error): object =>
  Accounts.put({ ...after, version: before.version + 1 }, ifVersion(before.version, error));
