import { matching, trimmedSecret } from '#functions/kernel/provider-manifest.ts';
import { askProvider, type Fields, fieldsOf, numberOf, Undecided } from '../../../ask-provider.ts';
import type { CertificateCheck, CertificateVerdict } from '../types.ts';

/*
 * Jornaya (LeadiD), the Intelligence API: docs.jornaya.com. Whatever is wrong is answered with 200, so the body alone
 * decides: `audit.authentic`, then `audit.reason`, then whether the number is the one that was typed. The keys stand in
 * the address, which is therefore in no error and no log.
 */

const label = 'Jornaya';

const notAuthentic: Readonly<Record<number, CertificateVerdict>> = {
  1: { outcome: 'expired', detail: 'Jornaya does not have the LeadiD, or no longer.', ageSeconds: null },
  2: {
    outcome: 'unchecked',
    detail: 'Jornaya was asked about this LeadiD a hundred times, and answers no more about it.',
    ageSeconds: null,
  },
  3: {
    outcome: 'expired',
    detail: 'The person has opted out at Jornaya, which answers no more about them.',
    ageSeconds: null,
  },
  4: { outcome: 'mismatch', detail: 'Jornaya did not make this LeadiD.', ageSeconds: null },
};

/** 1: as it was typed; 3: as the form suggested it; 0 and 2: something else was typed. */
const matches = (integrity: number): boolean => integrity === 1 || integrity === 3;

function verdictOf(body: Fields): CertificateVerdict {
  const audit = fieldsOf(body.audit);
  const authentic = numberOf(audit.authentic);
  const refused = authentic === 0 ? notAuthentic[numberOf(audit.reason) ?? 0] : undefined;
  if (refused) return refused;
  if (authentic !== 1) throw new Undecided(`${label} could not check the LeadiD. Its keys may be wrong.`);
  // The consent is to calls, so the number decides where there is one.
  const integrity = numberOf(fieldsOf(audit.fields).phone1) ?? numberOf(audit.data_integrity);
  if (integrity === undefined) throw new Undecided(`${label} did not say whether the number matches.`);
  const age = numberOf(audit.lead_age);
  const ageSeconds = age === undefined ? null : Math.round(age);
  return matches(integrity)
    ? { outcome: 'valid', detail: '', ageSeconds }
    : { outcome: 'mismatch', detail: 'Jornaya saw another number or address.', ageSeconds };
}

/** Values of `data` have no way to hold its separators. */
const plain = (value: string): string => value.replaceAll('|', '').replaceAll(';', '');
/** Ten digits, as people type a number of this country into a form. */
const typed = (phone: string): string => phone.replace(/^\+1(?=\d{10}$)/, '').replace(/^\+/, '');

const code = matching(/^[0-9A-Za-z-]{8,64}$/, 'This is made of letters, digits and hyphens.');

export const jornaya: CertificateCheck = {
  name: 'jornaya',
  label,
  url: 'https://api.leadid.com',
  fields: [
    {
      name: 'accountCode',
      label: 'Account code (lac)',
      schema: code,
      placeholder: 'xxxxxxxx-xxxx-xxxx-xxxx',
      isRequired: true,
    },
    {
      name: 'auditKey',
      label: 'Audit key (lak)',
      schema: trimmedSecret,
      sealedFor: 'jornaya-audit-key',
      isRequired: true,
    },
  ],
  sandboxKeys: (standIn) => ({ accountCode: standIn, auditKey: standIn }),
  certificateIn: ({ jornayaLeadId }) => jornayaLeadId,
  async check({ url, keys }, { certificate, phone, email, reference, vendor }) {
    const data = [phone && `phone1;${plain(typed(phone))}`, email && `email;${plain(email)}`];
    const asked = new URLSearchParams({
      lac: String(keys.accountCode),
      id: certificate,
      lak: String(keys.auditKey),
      lpc: vendor.code,
      data: data.filter(Boolean).join('|'),
      recordid: reference,
      format: 'json',
    });
    const { status, body } = await askProvider(label, `${url}/SingleQuery?${asked}`, {
      headers: { accept: 'application/json' },
    });
    if (status !== 200) throw new Undecided(`${label} could not check the LeadiD (${status}).`);
    return verdictOf(body);
  },
};
