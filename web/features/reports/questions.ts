import type { CustomReport } from '#shared/model/report.ts';
import type { Grouping, ReportName } from '#shared/model/report-catalogue.ts';
import { addressOfTemplate, type ReportAddress } from './address.ts';

/* Questions that managers ask each week, each with the report that answers it (docs/manager-week.md). */

interface Question {
  text: string;
  asks:
    | { report: ReportName; groupBy: Grouping }
    | { custom: Pick<CustomReport, 'source' | 'groupBy' | 'fields' | 'filter'> };
  adminOnly?: boolean;
}

const only = (field: string, value: string) => [{ field, op: 'in' as const, values: [value] }];

export const questions: readonly Question[] = [
  { text: 'Who answers the most calls?', asks: { report: 'agents', groupBy: 'agent' } },
  { text: 'Which source brings the most wins?', asks: { report: 'leads', groupBy: 'source' } },
  {
    text: 'When do people answer our calls?',
    asks: {
      custom: {
        source: 'calls',
        groupBy: ['day', 'hour'],
        fields: ['calls', 'callsAnswered', 'answerRate'],
        filter: only('direction', 'outbound'),
      },
    },
  },
  {
    text: 'When do we miss inbound calls?',
    asks: {
      custom: {
        source: 'calls',
        groupBy: ['hour'],
        fields: ['calls', 'callsMissed'],
        filter: only('direction', 'inbound'),
      },
    },
  },
  {
    text: 'How do our calls end?',
    asks: {
      custom: {
        source: 'calls',
        groupBy: ['disposition'],
        fields: ['calls', 'averageTalkSeconds'],
        filter: [],
      },
    },
  },
  { text: 'Which of our numbers get answered?', asks: { report: 'dids', groupBy: 'source' } },
  {
    text: 'Are our texts delivered?',
    asks: {
      custom: {
        source: 'sms',
        groupBy: ['number'],
        fields: ['textsSent', 'textsDelivered', 'textsFailed', 'segments', 'deliveryRate'],
        filter: [],
      },
    },
  },
  {
    text: 'Where do leads get stuck?',
    asks: {
      custom: { source: 'leads', groupBy: ['stage'], fields: ['leadsCreated', 'wonAmount'], filter: [] },
    },
  },
  { text: 'Do leads finish our journeys?', asks: { report: 'journeys', groupBy: 'source' } },
  {
    text: 'Which states do wins come from?',
    asks: {
      custom: {
        source: 'leads',
        groupBy: ['state'],
        fields: ['leadsCreated', 'leadsConverted', 'wonAmount'],
        filter: [],
      },
    },
  },
  {
    text: 'What do our webhooks accept and refuse?',
    asks: { report: 'webhooks', groupBy: 'source' },
    adminOnly: true,
  },
];

/** The address that shows a question's report, of the period that is open. */
export function addressOfQuestion(
  { asks }: Pick<Question, 'asks'>,
  period: Parameters<typeof addressOfTemplate>[0]['parameters']['period'],
  { compare }: Pick<ReportAddress, 'compare'>,
): string {
  const shown = { period, compare: compare === 'yes' };
  return 'custom' in asks
    ? addressOfTemplate({ report: 'custom', parameters: { ...shown, custom: asks.custom }, columns: [] })
    : addressOfTemplate({
        report: asks.report,
        parameters: { ...shown, groupBy: asks.groupBy },
        columns: [],
      });
}
