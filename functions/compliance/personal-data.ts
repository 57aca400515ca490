import { onePage, type PersonalData, type Subject, throughEach } from '#functions/kernel/personal-data.ts';
import {
  type DecisionRecord,
  decisionsAbout,
  findListed,
  type KeptConsent,
  keptConsentsOf,
  type ListedRecord,
  type StandingRecord,
  standingsOf,
} from './store.ts';

const pageSize = 200;

const addressesOf = ({ phones, emails }: Subject): string[] => [...phones, ...emails];

const listed: PersonalData<ListedRecord> = {
  kind: 'doNotContact',
  title: 'The do-not-contact list',
  stored: ['doNotContact'],
  async find(subject) {
    const found = await Promise.all(addressesOf(subject).map(findListed));
    return onePage(found.filter((one) => one !== undefined));
  },
  row: ({ address, reason, addedAt }) => ({ address, reason, addedAt }),
  kept: 'Who asked not to be called has to stay on the list, and the request is kept for five years: 47 CFR 64.1200(d)(6), 16 CFR 310.5(a); Art. 17(3)(b) GDPR.',
};

const standing: PersonalData<StandingRecord> = {
  kind: 'consents',
  title: 'Consents, opt-outs and attempts of contact',
  stored: ['contactStanding'],
  async find(subject) {
    const standings = await standingsOf(addressesOf(subject));
    return onePage([...standings.values()].filter(({ version }) => version > 0));
  },
  row: ({ address, consent, attempts, boughtFrom }) => ({ address, consent, attempts, boughtFrom }),
  kept: 'An opt-out is honoured for as long as it holds, and whether somebody consented has to be proved by who called: 47 CFR 64.1200(a)(10) and (d)(6), 16 CFR 310.5(a)(8); Art. 7(1), 17(3)(b) and (e) GDPR.',
};

const proofs: PersonalData<KeptConsent> = {
  kind: 'consentProofs',
  title: 'Proofs of consents of leads that were erased',
  stored: ['keptConsent'],
  find: (subject, cursor) =>
    throughEach(addressesOf(subject), cursor, async (address) => onePage(await keptConsentsOf(address))),
  row: ({ address, channel, state, at, how, proof }) => ({ address, channel, state, at, how, proof }),
  kept: 'A claim can be brought for four years (28 U.S.C. 1658), and consents are kept for five: 16 CFR 310.5(a)(8); Art. 17(3)(e) GDPR. No contact is decided by them.',
};

const decisions: PersonalData<DecisionRecord> = {
  kind: 'contactDecisions',
  title: 'Why they were contacted, or not',
  stored: ['contactDecision'],
  find: (subject, cursor) =>
    throughEach(addressesOf(subject), cursor, async (address, inner) => {
      const page = await decisionsAbout(address, inner, pageSize);
      return { found: page.data, cursor: page.cursor };
    }),
  row: ({ decisionId, at, address, channel, allowed, reasons }) => ({
    id: decisionId,
    at,
    address,
    channel,
    allowed,
    reasons: reasons.map(({ text }) => text),
  }),
  kept: 'A claim can be brought for four years (28 U.S.C. 1658); the record of why somebody was contacted goes by itself after five. Art. 17(3)(e) GDPR.',
};

export const compliancePersonalData = [listed, standing, proofs, decisions] as PersonalData[];
