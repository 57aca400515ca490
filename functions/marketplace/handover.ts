import { createHash } from 'node:crypto';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { newLead } from '#functions/leads/api.ts';
import type { CertificatePromise } from '#shared/model/certificate.ts';
import { defaultLeadSettings, type LeadFields, leadFields } from '#shared/model/lead.ts';
import type { SampleField, SoldLead } from '#shared/model/market.ts';
import type { SoldOrder, SoldPerson } from './order-store.ts';

type Reachable = Pick<SoldLead, 'phone' | 'email'>;

/** How the marks of a sold person are called: by number and by address, so that neither is sold again. */
export const personsOf = ({ phone, email }: Reachable): string[] =>
  [phone && toE164(phone), email]
    .filter((one): one is string => Boolean(one))
    .map((one) => createHash('sha256').update(one).digest('base64url'));

/** One person is handed over once in an order: by their number, else by their address. */
export const handoverIdOf = (orderId: string, lead: Reachable): string =>
  deterministicId('mho', orderId, personsOf(lead)[0]!);

/** By what a seller knows a lead that was handed over: '…0142' of its number, or 'j…@example.com'. */
export const hintOf = ({ phone, email }: Reachable): string =>
  phone ? `…${(toE164(phone) ?? phone).slice(-4)}` : `${email[0]}…${email.slice(email.lastIndexOf('@'))}`;

/** What the buyer's leads take of a handed-over lead; its source is the shop. */
export const fieldsOf = (lead: SoldLead, source: string): LeadFields =>
  leadFields.parse({
    firstName: lead.firstName,
    lastName: lead.lastName,
    company: lead.company,
    phones: lead.phone ? [lead.phone] : [],
    emails: lead.email ? [lead.email] : [],
    address: lead.address,
    source,
  });

const fieldLabels: Record<SampleField, string> = {
  firstName: 'first name',
  lastName: 'last name',
  company: 'company',
  phone: 'phone number',
  email: 'e-mail address',
  street: 'street',
  city: 'city',
  state: 'state',
  postcode: 'postcode',
};

const holds = (lead: SoldLead, field: SampleField): boolean =>
  Boolean(
    field === 'street' || field === 'city' || field === 'state' || field === 'postcode'
      ? lead.address[field]
      : lead[field],
  );

/** What a listing promises and a lead lacks; undefined where nothing is missing. */
function missingCertificate(
  promise: CertificatePromise,
  { trustedFormUrl, jornayaLeadId }: SoldLead['consent'],
): string | undefined {
  switch (promise) {
    case 'none':
      return undefined;
    case 'trustedform':
      return trustedFormUrl ? undefined : 'a TrustedForm certificate';
    case 'jornaya':
      return jornayaLeadId ? undefined : 'a universal LeadiD of Jornaya';
    case 'either':
      return trustedFormUrl || jornayaLeadId ? undefined : 'a certificate of TrustedForm or Jornaya';
    default:
      return promise satisfies never;
  }
}

/** So much may a seller's clock be ahead of ours, ms. */
const clockSkewMs = 60_000;

/** Why a lead cannot be handed over for an order, whoever has it already; undefined when it can. */
export function unfitFor(
  sale: Pick<SoldOrder, 'sampleFields' | 'certificate' | 'providerName'>,
  lead: SoldLead,
): string | undefined {
  if (!lead.phone && !lead.email) return 'A lead needs a phone number or an e-mail address.';
  const missing = sale.sampleFields.filter((field) => !holds(lead, field));
  if (missing.length > 0)
    return `The listing promises what is missing here: ${missing.map((field) => fieldLabels[field]).join(', ')}.`;
  const isMissing = missingCertificate(sale.certificate, lead.consent);
  if (isMissing) return `The listing promises ${isMissing} with each lead.`;
  if (Date.parse(lead.consent.givenAt) > clock.now() + clockSkewMs)
    return 'The consent cannot lie in the future.';
  try {
    newLead(fieldsOf(lead, sale.providerName), defaultLeadSettings);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Why a person cannot be sold to a buyer again; undefined when they can. */
export function soldBefore(
  { exclusivity, buyerTenantId }: Pick<SoldOrder, 'exclusivity' | 'buyerTenantId'>,
  marks: readonly (Pick<SoldPerson, 'exclusive' | 'buyers'> | undefined)[],
): string | undefined {
  for (const mark of marks) {
    if (!mark) continue;
    if (mark.buyers.includes(buyerTenantId)) return 'This buyer was sold this person before.';
    if (mark.exclusive) return 'This person was sold to somebody else as an exclusive lead.';
    if (exclusivity === 'exclusive')
      return 'This person was sold to somebody else already, so they are no exclusive lead.';
  }
  return undefined;
}
