import { describe, expect, it } from 'vitest';
import { readLeads } from './lead-file.ts';

const consent = { day: '2026-11-01', text: 'Yes, call me.', sourceUrl: '' };

describe('a file of leads to hand over', () => {
  it('finds its columns by their headings, in any order and spelling', () => {
    const { leads, rejected } = readLeads(
      'E-mail;ZIP code;FIRST_NAME;Phone number\nann@example.com;33101;Ann;(212) 555-0150\n',
      consent,
    );
    expect(rejected).toEqual([]);
    expect(leads).toMatchObject([
      {
        row: 2,
        lead: {
          firstName: 'Ann',
          email: 'ann@example.com',
          phone: '(212) 555-0150',
          address: { postcode: '33101', country: 'US' },
          consent: { givenAt: '2026-11-01T00:00:00.000Z', text: 'Yes, call me.' },
        },
      },
    ]);
  });

  it('has leads below its first row, or says that it has none', () => {
    expect(readLeads('Last name,Phone\n', consent).problem).toMatch(/no leads below it/);
  });

  it('prefers the consent that a row has of its own', () => {
    const text =
      'Phone,Consent date,Consent text,Consent URL\n2125550150,2026-10-02T15:00:00Z,I agree.,https://a.example/form\n2125550151,,,\n';
    expect(readLeads(text, consent).leads.map(({ lead }) => lead.consent)).toEqual([
      { givenAt: '2026-10-02T15:00:00.000Z', text: 'I agree.', sourceUrl: 'https://a.example/form' },
      { givenAt: '2026-11-01T00:00:00.000Z', text: 'Yes, call me.', sourceUrl: '' },
    ]);
  });

  it('takes the certificate of a row, and refuses what is none', () => {
    const url = `https://cert.trustedform.com/${'a1'.repeat(20)}`;
    const text = `Phone,xxTrustedFormCertUrl,LeadiD token\n2125550150,${url},\n2125550151,,58990313-03FB-43B8-AD0B-08CEF791D49B\n2125550152,https://evil.example/${'a1'.repeat(20)},\n`;
    const { leads, rejected } = readLeads(text, consent);
    expect(leads.map(({ lead }) => lead.consent)).toMatchObject([
      { trustedFormUrl: url },
      { jornayaLeadId: '58990313-03FB-43B8-AD0B-08CEF791D49B' },
    ]);
    expect(rejected).toMatchObject([{ row: 4, reason: expect.stringMatching(/TrustedForm certificate is/) }]);
  });

  it('says of each row why it is no lead', () => {
    const text = 'Phone,Email,Consent date\n,,2026-10-02\n2125550150,,soon\n,nobody,2026-10-02\n';
    expect(readLeads(text, consent).rejected).toEqual([
      { row: 2, value: '', reason: 'A lead needs a phone number or an e-mail address.' },
      {
        row: 3,
        value: '2125550150',
        reason: 'Please give the time in UTC, such as 2026-11-27T15:00:00Z.',
      },
      { row: 4, value: 'nobody', reason: 'Please enter a valid e-mail address.' },
    ]);
    expect(readLeads('Phone\n2125550150\n', { ...consent, day: '' }).rejected[0]?.reason).toBe(
      'It is not said when the person agreed to be contacted.',
    );
    expect(readLeads('Phone\n2125550150\n', { ...consent, text: '' }).rejected[0]?.reason).toBe(
      'Please give the words that the person agreed to.',
    );
  });

  it('refuses a file without headings, and one that is broken', () => {
    expect(readLeads('Ann,2125550150\n', consent).problem).toMatch(/name a column Phone or Email/);
    expect(readLeads('', consent).problem).toMatch(/name a column Phone or Email/);
    expect(readLeads('Phone\n"2125550150\n', consent).problem).toMatch(/not closed/);
  });
});
