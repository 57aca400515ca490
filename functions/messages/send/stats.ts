import type { MessageChannel } from '#shared/model/message.ts';
import { dateAfter } from '#shared/model/zone-time.ts';
import { calendar } from '../calendar.ts';
import { counters, countsOfDays, mailsOf, none, resetMails } from '../record/counter-store.ts';
import { readSettings } from '../settings/store.ts';
import { wakeLine } from '../waiting/turn.ts';

/** The figures of the last days by the tenant's calendar, today included, from the counters. */
async function figures(channel: MessageChannel, days: number) {
  const { day } = await calendar();
  const first = dateAfter(day, 1 - days);
  const known = await countsOfDays(channel, first, day);
  const rows = Array.from({ length: days }, (_, n) => {
    const date = dateAfter(first, n);
    return { date, ...(known.get(date) ?? none()) };
  });
  const total = none();
  for (const row of rows) for (const name of counters) total[name] += row[name];
  return { total, days: rows };
}

const share = (part: number, of: number) => (of > 0 ? part / of : null);

export async function textStats(days: number) {
  const { total, days: rows } = await figures('sms', days);
  return {
    total,
    deliveryRate: share(total.delivered, total.sent),
    replyRate: share(total.received, total.sent),
    days: rows,
  };
}

async function mailsOfToday() {
  const [{ day, nextDay }, { email }] = await Promise.all([calendar(), readSettings()]);
  const used = await mailsOf(day);
  return {
    day,
    used,
    limit: email.dailyLimit,
    left: Math.max(0, email.dailyLimit - used),
    resetsAt: nextDay,
  };
}

export async function mailStats(days: number) {
  const [{ total, days: rows }, { day: _, ...today }] = await Promise.all([
    figures('email', days),
    mailsOfToday(),
  ]);
  return { total, today, days: rows };
}

/** Begins to count the mails of today again; at the tenant's midnight it happens by itself. */
export async function resetDailyLimit() {
  const { day, limit, resetsAt } = await mailsOfToday();
  await resetMails(day);
  await wakeLine('email');
  return { message: 'The count of today’s mails was reset.', used: 0, limit, resetsAt };
}
