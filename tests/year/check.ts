import { isDeepStrictEqual } from 'node:util';
import { reasonsAgainst } from '#shared/model/compliance/decide.ts';
import { defaultComplianceSettings } from '#shared/model/compliance/settings.ts';
import { whereabouts } from '#shared/model/compliance/whereabouts.ts';
import { phoneOf, stateOf } from './world.ts';
import type { YearRecord } from './year.ts';

/** What is wrong with a year, in sentences; nothing is what is wanted. */
export function faultsOf(year: YearRecord, count: number): string[] {
  const faults: string[] = [];
  const ended = new Map(year.leads.map((lead) => [lead.n, lead]));
  for (let n = 0; n < count; n++) {
    const lead = ended.get(n);
    if (!lead) faults.push(`Lead ${n} never came in.`);
    else if (lead.status !== 'completed' && lead.status !== 'exited')
      faults.push(`Lead ${n} is ${lead.status}: ${lead.note}`);
  }
  if (year.leads.length !== count) faults.push(`${year.leads.length} enrolments of ${count} leads.`);

  const out = year.texts.filter(({ direction }) => direction === 'out');
  const seen = new Set<string>();
  for (const { n, body } of out) {
    const key = `${n} ${body}`;
    if (/for L\d+$/.test(body) && seen.has(key)) faults.push(`Lead ${n} got “${body}” twice.`);
    seen.add(key);
  }
  const subjects = year.mails.map(({ subject }) => subject);
  if (new Set(subjects).size !== subjects.length) faults.push('A mail was sent twice.');

  const stopped = new Set<number>();
  for (const { n, body, direction } of year.texts) {
    if (direction === 'in' && body === 'STOP') stopped.add(n);
    else if (direction === 'out' && stopped.has(n) && / for L\d+$/.test(body))
      faults.push(`Lead ${n} was texted after STOP: “${body}”.`);
  }

  for (const { n, channel, at } of year.sent) {
    if (channel !== 'sms') continue;
    const facts = {
      channel: 'sms' as const,
      where: whereabouts({ phone: phoneOf(n), state: stateOf(n) }),
      settings: defaultComplianceSettings,
      listed: false,
      consent: 'unknown' as const,
      attempts: [],
    };
    const [against] = reasonsAgainst(facts, Date.parse(at));
    if (against) faults.push(`Lead ${n} was texted at ${at}: ${against.text}`);
  }

  const journeyTexts = out.filter(({ body }) => / for L\d+$/.test(body)).length;
  const told = year.sent.filter(({ channel }) => channel === 'sms').length;
  if (journeyTexts !== told) faults.push(`The carriers have ${journeyTexts} texts, the table ${told}.`);
  const mailed = year.sent.filter(
    ({ channel, status }) => channel === 'email' && status !== 'unconfirmed',
  ).length;
  if (Math.abs(subjects.length - mailed) > year.kills)
    faults.push(`The carriers have ${subjects.length} mails, the table ${mailed}.`);
  return faults;
}

/** In what two years differ that were to be the same: what became of each lead, step by step. */
export function differencesOf(one: YearRecord, other: YearRecord): string[] {
  const steps = (year: YearRecord) =>
    new Map(year.leads.map(({ n, status, steps: list }) => [n, { status, list }]));
  const [a, b] = [steps(one), steps(other)];
  return [...a].flatMap(([n, record]) =>
    isDeepStrictEqual(record, b.get(n))
      ? []
      : [`Lead ${n}: ${JSON.stringify(record)} and ${JSON.stringify(b.get(n))}`],
  );
}
