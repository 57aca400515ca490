import { onePage, type PersonalData, throughEach } from '#functions/kernel/personal-data.ts';
import type { FixedLife } from '#functions/kernel/retention.ts';
import { accepted, writeOne } from '#functions/kernel/table.ts';
import { certificatesOfLead, eraseCertificate, type StoredCertificate } from './store.ts';

const certificates: PersonalData<StoredCertificate> = {
  kind: 'marketCertificates',
  title: 'Certificates of consent that they were bought with',
  stored: ['marketCertificate'],
  find: ({ leadIds }, cursor) =>
    throughEach(leadIds, cursor, async (leadId) => onePage(await certificatesOfLead(leadId))),
  row: ({ provider, certificate, outcome, detail, from, receivedAt, checkedAt, evidence }) => ({
    provider,
    certificate,
    outcome,
    detail,
    from,
    receivedAt,
    checkedAt,
    evidence,
  }),
  async erase(found) {
    for (const one of found) await accepted(writeOne(eraseCertificate(one)));
  },
};

export const marketPersonalData = [certificates] as PersonalData[];

export const marketLives: FixedLife[] = [
  {
    title: 'Certificates of consent of bought leads',
    covers: ['marketCertificates'],
    life: 'As long as their lead',
    why: 'They prove the consent that came with it. A proof of a consent that held is kept among the consents.',
  },
];
