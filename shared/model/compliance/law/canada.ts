import { type CallingRule, calls, hours, rule, texts } from './rule.ts';

const { h, week } = hours;

/** Part III, section 23: 9:00 to 21:30 on weekdays, 10:00 to 18:00 at the weekend. */
const crtc = week(h(9, 21.5), h(10, 18), h(10, 18));

export const canadianRules: readonly CallingRule[] = [
  rule({
    id: 'canada-hours',
    where: 'Canada',
    title: 'Calls from 9 am to 9:30 pm on weekdays, from 10 am to 6 pm at the weekend',
    citation: 'CRTC Unsolicited Telecommunications Rules, Part III, ss. 23–24',
    source: 'The regulator (lnnte-dncl.gc.ca), Northwestel and Télébec; section numbers not confirmed',
    confidence: 'text',
    channels: calls,
    week: crtc,
    note: 'Say at the outset who calls, for whom and why. Register with the National DNCL operator, also if exempt.',
  }),
  rule({
    id: 'canada-texts',
    where: 'Canada',
    title: 'Texts keep the hours of calls, and need consent',
    citation: "S.C. 2010, c. 23 (Canada's anti-spam law)",
    source: 'Not opened; as far as is known the anti-spam law sets no hours',
    confidence: 'open',
    channels: texts,
    week: crtc,
    consent: 'needed',
    note: 'Consent may be implied for two years after a purchase: note it at the lead.',
  }),
  rule({
    id: 'canada-mails',
    where: 'Canada',
    title: 'Mails need consent',
    citation: "S.C. 2010, c. 23 (Canada's anti-spam law)",
    source: 'Not opened; as far as is known commercial electronic messages need consent',
    confidence: 'open',
    channels: ['email'],
    consent: 'needed',
    note: 'Consent may be implied for two years after a purchase: note it at the lead.',
  }),
  rule({
    id: 'bc-holidays',
    where: 'BC',
    title: 'No calls on statutory holidays',
    citation: 'Telemarketer Licensing Regulation (British Columbia)',
    source: 'Consumer Protection BC, pages of 2011, 2014 and 2023',
    confidence: 'text',
    channels: calls,
    holidays: 'forbidden',
    note: 'Needs a licence; the number may not be blocked.',
  }),
  rule({
    id: 'bc-attempts',
    where: 'BC',
    title: 'One call in 30 days for the same offer without consent',
    citation: 'Telemarketer Licensing Regulation (British Columbia)',
    source: 'Consumer Protection BC, pages of 2011, 2014 and 2023',
    confidence: 'text',
    channels: calls,
    attempts: { max: 1, hours: 720, unlessConsent: true },
  }),
];
