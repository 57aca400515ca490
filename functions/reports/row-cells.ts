import { discreet } from '#functions/calls/api.ts';
import { findLeads, type LeadRecord, mayUse } from '#functions/leads/api.ts';
import { type CallStatus, callStatusLabels } from '#shared/model/call.ts';
import type { ReportRows } from '#shared/model/report.ts';
import type { RowKind } from '#shared/model/report-measures.ts';
import { labelsOf } from './labels.ts';
import type { Period } from './period.ts';
import type { FactRecord, TextEvent } from './records.ts';
import type { Sums } from './tally.ts';

/** A record that is behind a figure, with what it adds: the whole of it, or one agent's part. */
export interface ListedRow {
  /** ms since 1970 */
  at: number;
  record: FactRecord;
  agent: string;
  adds: Sums;
}
type Cells = Pick<ReportRows['rows'][number], 'values' | 'path'>;
type Columns = ReportRows['columns'];
type Of<K extends RowKind> = Extract<FactRecord, { kind: K }>;

const at = (label: string) => ({ key: 'at', label, kind: 'time' }) as const;
const text = (key: string, label: string) => ({ key, label, kind: 'text' }) as const;
const phone = { key: 'phone', label: 'Number', kind: 'phone' } as const;

const columns: Readonly<Record<RowKind, Columns>> = {
  calls: [
    at('Began'),
    text('name', 'Lead'),
    phone,
    text('direction', 'Direction'),
    text('agent', 'Agent'),
    text('status', 'Status'),
    text('disposition', 'Disposition'),
    { key: 'talkSeconds', label: 'Talk time', kind: 'seconds' },
  ],
  leads: [
    at('Added'),
    text('name', 'Lead'),
    phone,
    text('source', 'Source'),
    text('status', 'Status'),
    text('agent', 'Owner'),
    { key: 'amount', label: 'Won for', kind: 'usd' },
  ],
  deals: [
    at('Won'),
    text('name', 'Lead'),
    text('agent', 'Won by'),
    { key: 'amount', label: 'Amount', kind: 'usd' },
  ],
  journeys: [at('Entered'), text('name', 'Lead'), text('journey', 'Journey'), text('status', 'Status')],
  sms: [
    at('When'),
    text('what', 'What happened'),
    text('name', 'Lead'),
    phone,
    text('source', 'What had it sent'),
    { key: 'segments', label: 'Segments', kind: 'count' },
  ],
  webhooks: [
    at('Came in'),
    text('webhook', 'Webhook'),
    text('status', 'Status'),
    { key: 'succeeded', label: 'Rows worked', kind: 'count' },
    { key: 'failed', label: 'Rows refused', kind: 'count' },
  ],
};
/** What is listed of the records of each kind, in its order. */
export const columnsOfRows = (kind: RowKind): Columns => columns[kind];

const textWords: Readonly<Record<TextEvent, string>> = {
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
  received: 'Received',
};

const nameOf = ({ firstName, lastName, company, phones }: LeadRecord): string =>
  `${firstName} ${lastName}`.trim() || company || phones[0]?.number || '';

type Teller = (row: ListedRow) => Cells;
/** The rows of one kind; the caller has sorted them. */
const ofKind = <K extends RowKind>(rows: readonly ListedRow[], kind: K): Of<K>[] =>
  rows.flatMap(({ record }) => (record.kind === kind ? [record as Of<K>] : []));

async function tellCalls(rows: readonly ListedRow[], period: Period): Promise<Teller> {
  const agentName = await labelsOf('agent', 'calls', period);
  const wordOf = await labelsOf('direction', 'calls', period);
  const shown = new Map(
    (await discreet(ofKind(rows, 'calls').map(({ call }) => call))).map((call) => [call.id, call]),
  );
  return ({ record, agent, adds }) => {
    const { call } = record as Of<'calls'>;
    const { leadName } = shown.get(call.id) ?? { leadName: '' };
    const agents = agent ? [agent] : [...new Set(call.legs.map(({ agentId }) => agentId))];
    return {
      values: {
        name: leadName,
        phone: call.phone,
        direction: wordOf(call.direction),
        agent: agents.map(agentName).join(', '),
        status: callStatusLabels[call.status as CallStatus] ?? call.status,
        disposition: call.disposition,
        talkSeconds: adds.talkSeconds ?? 0,
      },
      path: `/calls?call=${call.id}`,
    };
  };
}

async function tellLeads(_rows: readonly ListedRow[], period: Period): Promise<Teller> {
  const [agent, source, status] = await Promise.all(
    ['agent', 'source', 'status'].map((dimension) => labelsOf(dimension, 'leads', period)),
  );
  return ({ record }) => {
    const { lead } = record as Of<'leads'>;
    return {
      values: {
        name: nameOf(lead),
        phone: lead.phones[0]?.number ?? '',
        source: source!(lead.source),
        status: status!(lead.status),
        agent: agent!(lead.ownerId ?? ''),
        amount: lead.won?.amount ?? null,
      },
      path: `/leads/${lead.id}`,
    };
  };
}

async function tellDeals(_rows: readonly ListedRow[], period: Period): Promise<Teller> {
  const agentName = await labelsOf('agent', 'leads', period);
  return ({ record }) => {
    const { lead, amount } = record as Of<'deals'>;
    // A deal stays with whoever won it; its lead may be somebody else's by now.
    const isTheirs = mayUse(lead);
    return {
      values: {
        name: isTheirs ? nameOf(lead) : 'A lead of somebody else by now',
        agent: agentName(lead.won?.by ?? ''),
        amount,
      },
      path: isTheirs ? `/leads/${lead.id}` : null,
    };
  };
}

async function tellJourneys(_rows: readonly ListedRow[], period: Period): Promise<Teller> {
  const [journey, status] = await Promise.all(
    ['source', 'status'].map((dimension) => labelsOf(dimension, 'journeys', period)),
  );
  return ({ record }) => {
    const { entry } = record as Of<'journeys'>;
    return {
      values: { name: entry.leadName, journey: journey!(entry.journeyId), status: status!(entry.status) },
      path: `/leads/${entry.leadId}`,
    };
  };
}

async function tellTexts(rows: readonly ListedRow[], period: Period): Promise<Teller> {
  const source = await labelsOf('source', 'sms', period);
  const ids = new Set(ofKind(rows, 'sms').flatMap(({ text: { leadId } }) => leadId ?? []));
  const names = new Map((await findLeads([...ids])).map((lead) => [lead.id, nameOf(lead)]));
  return ({ record, adds }) => {
    const { text: one, happened } = record as Of<'sms'>;
    return {
      values: {
        what: textWords[happened],
        name: names.get(one.leadId ?? '') ?? '',
        phone: one.address,
        source: happened === 'received' ? '' : source(one.source.kind),
        segments: adds.segments ?? null,
      },
      path: `/messages/${one.conversationId}`,
    };
  };
}

async function tellWebhooks(_rows: readonly ListedRow[], period: Period): Promise<Teller> {
  const [webhook, status] = await Promise.all(
    ['source', 'status'].map((dimension) => labelsOf(dimension, 'webhooks', period)),
  );
  return ({ record }) => {
    const { webhookId, deliveryId, ...delivery } = (record as Of<'webhooks'>).delivery;
    return {
      values: {
        webhook: webhook!(webhookId),
        status: status!(delivery.status),
        succeeded: delivery.succeeded,
        failed: delivery.failed,
      },
      path: `/webhooks/${webhookId}?delivery=${deliveryId}`,
    };
  };
}

const tellers: Readonly<Record<RowKind, (rows: readonly ListedRow[], period: Period) => Promise<Teller>>> = {
  calls: tellCalls,
  leads: tellLeads,
  deals: tellDeals,
  journeys: tellJourneys,
  sms: tellTexts,
  webhooks: tellWebhooks,
};

function idOf(record: FactRecord): string {
  switch (record.kind) {
    case 'calls':
      return record.call.id;
    case 'leads':
    case 'deals':
      return record.lead.id;
    case 'sms':
      return record.text.id;
    case 'journeys':
      return record.entry.enrolmentId;
    case 'webhooks':
      return record.delivery.deliveryId;
    default:
      return record satisfies never;
  }
}

/** Rows as they are answered. */
export async function cellsOf(
  kind: RowKind,
  rows: readonly ListedRow[],
  period: Period,
): Promise<ReportRows['rows']> {
  const tell = await tellers[kind](rows, period);
  return rows.map((row) => {
    const { values, path } = tell(row);
    return { id: idOf(row.record), values: { at: new Date(row.at).toISOString(), ...values }, path };
  });
}
