import { trimmedSecret } from '#functions/kernel/provider-manifest.ts';
import { askProvider, type Fields, fieldsOf, numberOf, Undecided } from '../../../ask-provider.ts';
import type { CertificateCheck, CertificateVerdict } from '../types.ts';

/*
 * TrustedForm by ActiveProspect, certificate API 4.0 (developers.activeprospect.com). One request matches the lead, keeps
 * the certificate under our reference and asks for its age; `outcome` decides. Whoever holds the key may be sent anywhere
 * by an address, so only the certificate's own letters and digits are taken of it.
 */

const label = 'TrustedForm';

/** @throws Undecided for what is no certificate; the edge has refused it before */
function tokenOf(certificate: string): string {
  const token = certificate.slice(certificate.lastIndexOf('/') + 1).toLowerCase();
  if (!/^[0-9a-f]{40}$/.test(token)) throw new Undecided('This is no TrustedForm certificate.');
  return token;
}

const says = (reason: string, ...words: string[]): boolean => words.some((word) => reason.includes(word));

function verdictOf(status: number, body: Fields): CertificateVerdict {
  const outcome = body.outcome;
  const reason = typeof body.reason === 'string' ? body.reason.toLowerCase() : '';
  const ageSeconds = numberOf(fieldsOf(fieldsOf(body.insights).properties).age_seconds);
  const age = ageSeconds === undefined ? null : Math.round(ageSeconds);
  if (outcome === 'success' && status === 200) return { outcome: 'valid', detail: '', ageSeconds: age };
  if (status === 404 || status === 410 || says(reason, 'expired', 'not found'))
    return {
      outcome: 'expired',
      detail: 'TrustedForm does not have the certificate, or no longer.',
      ageSeconds: age,
    };
  if (outcome === 'failure')
    return {
      outcome: 'mismatch',
      detail: 'TrustedForm saw another number or address.',
      ageSeconds: age,
    };
  throw new Undecided(`${label} could not check the certificate (${status}).`);
}

export const trustedForm: CertificateCheck = {
  name: 'trustedform',
  label,
  url: 'https://cert.trustedform.com',
  fields: [
    {
      name: 'apiKey',
      label: 'API key',
      schema: trimmedSecret,
      sealedFor: 'trustedform-api-key',
      isRequired: true,
    },
  ],
  sandboxKeys: (standIn) => ({ apiKey: standIn }),
  certificateIn: ({ trustedFormUrl }) => trustedFormUrl,
  async check({ url, keys }, { certificate, phone, email, reference, vendor }) {
    const authorization = `Basic ${Buffer.from(`API:${keys.apiKey}`).toString('base64')}`;
    const { status, body } = await askProvider(label, `${url}/${tokenOf(certificate)}`, {
      method: 'POST',
      headers: {
        authorization,
        accept: 'application/json',
        'content-type': 'application/json',
        'api-version': '4.0',
      },
      body: JSON.stringify({
        match_lead: { ...(email ? { email } : {}), ...(phone ? { phone } : {}) },
        retain: { reference, vendor: vendor.name },
        insights: { properties: ['age_seconds'] },
      }),
    });
    return verdictOf(status, body);
  },
};
