import { actorName, currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { findLeads, type LeadRecord, mayUse } from '#functions/leads/api.ts';
import { facesOf } from '#functions/repPhotos/api.ts';
import { firstFrameOf } from '#functions/signage/api.ts';
import { everyUser } from '#functions/users/api.ts';
import { celebrationLimits, percentile, type Win } from '#shared/model/celebration.ts';
import { customerOf } from './customer.ts';
import { dayOf, stands } from './day.ts';
import { findNewsOf } from './news-store.ts';
import { type CelebrationRecord, celebrationsBetween, eventsOf } from './store.ts';

/** Of these the first frames are asked for: the latest ones, which say how fast it is now. */
const measured = 100;

/** Agents call off their own sales and bells; whoever sees all leads, anybody's. */
export const mayUndo = ({ repId, rungBy }: CelebrationRecord): boolean =>
  !seesOwnLeadsOnly() || [repId, rungBy].includes(currentUser().userId);

async function firstFrameMs(record: CelebrationRecord): Promise<number | null> {
  const { at, state } = record;
  if (state === 'passed' || state === 'repeated') return null;
  const frames = await Promise.all(eventsOf(record).map(firstFrameOf));
  const shownAt = frames.flatMap((frame) => frame ?? []).sort()[0];
  return shownAt ? Math.max(0, Date.parse(shownAt) - Date.parse(at)) : null;
}

/**
 * Celebrations as the actor is told of them: who bought is left out where it is another agent's lead.
 * @param figures whether displays are asked when they showed each
 */
export async function shown(records: readonly CelebrationRecord[], figures = false): Promise<Win[]> {
  if (records.length === 0) return [];
  const leadIds = records.flatMap(({ leadId }) => leadId ?? []);
  const [leads, users] = await Promise.all([findLeads([...new Set(leadIds)]), everyUser()]);
  const leadOf = new Map(leads.map((lead) => [lead.id, lead]));
  const userOf = new Map(users.map((user) => [user.userId, user]));
  const emails = records.flatMap(({ repId }) => userOf.get(repId ?? '')?.email.toLowerCase() ?? []);
  const faces = await facesOf([...new Set(emails)]);
  const newsOf = new Map(
    (figures ? await findNewsOf(records) : []).map((news) => [news.celebrationId, news]),
  );
  const me = actorName();
  const one = async (record: CelebrationRecord, at: number): Promise<Win> => {
    const { celebrationId: id, how, leadId, repId, rungBy, amount, state, ruleName } = record;
    const lead = leadId ? leadOf.get(leadId) : undefined;
    const user = userOf.get(repId ?? '');
    const news = newsOf.get(id);
    // What names the customer is for whoever may see the lead.
    const video = news && (!leadId || (lead && isOpenTo(lead))) ? news.video : undefined;
    return {
      id,
      at: record.at,
      how,
      leadId: lead && isOpenTo(lead) ? lead.id : null,
      customer: leadId ? (lead && isOpenTo(lead) ? customerOf(lead) : '') : record.customer,
      repId,
      repName: user ? user.firstLast || user.username : '',
      repPhoto: (user && faces.get(user.email.toLowerCase())?.photo) ?? null,
      amount,
      state,
      ruleName,
      note: [record.note, ...record.joined.map(({ note }) => note)].filter(Boolean).join(' '),
      byMe: repId === me || rungBy === me,
      mayUndo: state !== 'undone' && mayUndo(record),
      chat: (news?.tellings ?? []).map(({ claimedAt: _at, ...telling }) => telling),
      video: video === undefined || video.state === 'gone' ? 'none' : video.state,
      videoUrl: video?.state === 'there' ? video.path : null,
      firstFrameMs: figures && at < measured ? await firstFrameMs(record) : null,
    };
  };
  return Promise.all(records.map(one));
}

const isOpenTo = (lead: LeadRecord): boolean => lead.state === 'live' && mayUse(lead);

/** What was won today, or from an instant of today on, the latest first, and how fast displays showed it. */
export async function today({ since = '', figures }: { since?: string | undefined; figures: boolean }) {
  const day = await dayOf();
  const from = since > day.from ? since : day.from;
  const records = (await celebrationsBetween(from, day.to)).filter(({ at }) => at < day.to).reverse();
  const wins = await shown(records.slice(0, celebrationLimits.listed), figures);
  const times = wins.flatMap(({ firstFrameMs: ms }) => (ms === null ? [] : [ms]));
  return {
    date: day.date,
    wins,
    total: records.filter(stands).reduce((sum, { amount }) => sum + amount, 0),
    firstFrame: figures
      ? { p50: percentile(times, 0.5), p95: percentile(times, 0.95), count: times.length }
      : null,
  };
}
