import type { FixedLife } from '#functions/kernel/retention.ts';
import { compliancePersonalData } from './personal-data.ts';

/** How long each is kept; why stands where the nouns' answers to privacy requests have it. */
const lifeOf: Readonly<Record<string, string>> = {
  doNotContact: 'For as long as it holds',
  consents: 'For as long as it holds',
  consentProofs: 'Five years',
  contactDecisions: 'Five years',
};

export const complianceLives: FixedLife[] = compliancePersonalData.map(({ kind, title, kept = '' }) => ({
  title,
  covers: [kind],
  life: lifeOf[kind] ?? 'For good',
  why: kept,
  byLaw: true,
}));
