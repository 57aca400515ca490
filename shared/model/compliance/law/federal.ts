import { type CallingRule, callsAndTexts, hours, rule } from './rule.ts';

const { h, week } = hours;

export const federalRules: readonly CallingRule[] = [
  // The FCC treats a text as a call (2003 TCPA Order, para. 165; 47 CFR 64.1200(c)(1)).
  rule({
    id: 'us-hours',
    where: 'US',
    title: 'Calls and texts from 8 am to 9 pm',
    citation: '47 CFR 64.1200(c)(1)',
    source: '47 CFR 64.1200(c)(1) and 16 CFR 310.4(c), by Eversheds 2025 and a compliance matrix of mid-2026',
    confidence: 'reported',
    since: '1992-12-20',
    channels: callsAndTexts,
    week: week(h(8, 21)),
    note: 'Whether a text is a call is contested in court since McLaughlin v. McKesson (June 2025). Opt-outs are honoured within 10 business days.',
  }),
];
