import type { DatabaseSync } from 'node:sqlite';
import { enrolmentsOfLead } from '#functions/journeys/store/enrolments.ts';
import { historyOf } from '#functions/journeys/store/executions.ts';
import { messagesPage } from '#functions/messages/record/message-store.ts';
import type { YearRecord } from './year.ts';

const numbered = (text: string) => Number(/L(\d+)/.exec(text)?.[1] ?? -1);

/** What the table and the carriers have of a year, in an order that does not depend on who was killed when. */
export async function recordOf(
  ids: readonly string[],
  numberOf: ReadonlyMap<string, number>,
  watch: DatabaseSync,
): Promise<Omit<YearRecord, 'kills' | 'ticks' | 'seconds'>> {
  const leads: YearRecord['leads'] = [];
  for (const [n, leadId] of ids.entries()) {
    for (const enrolment of await enrolmentsOfLead(leadId)) {
      const { history } = await historyOf(enrolment.enrolmentId, 200, null);
      leads.push({
        n,
        status: enrolment.status,
        note: enrolment.note,
        steps: history.reverse().map(({ stepId, outcome, output }) => `${stepId} ${outcome} ${output}`),
      });
    }
  }
  const sent: YearRecord['sent'] = [];
  for (const channel of ['sms', 'email'] as const)
    for (let cursor: string | undefined; ; ) {
      const page = await messagesPage({ channel }, { limit: 500, cursor });
      for (const message of page.messages)
        if (message.direction === 'outbound' && message.source.kind === 'journey')
          sent.push({
            n: numberOf.get(message.leadId ?? '') ?? -1,
            channel,
            at: message.sentAt ?? message.at,
            status: message.status,
          });
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
  const texts = (
    watch.prepare('SELECT theirs, body, direction, createdAt FROM text ORDER BY number').all() as {
      theirs: string;
      body: string;
      direction: string;
      createdAt: string;
    }[]
  ).map(({ theirs, body, direction, createdAt }) => ({
    n: Number(theirs.slice(-7)) - 2_000_000,
    body,
    direction,
    at: createdAt,
  }));
  const mails = (
    watch.prepare("SELECT subject FROM outbox WHERE kind = 'mail' ORDER BY number").all() as {
      subject: string;
    }[]
  ).map(({ subject }) => ({ n: numbered(subject), subject }));
  const calls = (watch.prepare('SELECT phone FROM ring ORDER BY number').all() as { phone: string }[]).map(
    ({ phone }) => ({ n: Number(phone.slice(-7)) - 2_000_000 }),
  );
  return { leads, texts, mails, calls, sent };
}
