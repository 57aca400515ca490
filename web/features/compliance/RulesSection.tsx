import { Alert, Badge, Select, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { placeName } from '#shared/model/compliance/places.ts';
import type { Channel } from '#shared/model/lead.ts';
import { weekdaysFromMonday } from '#shared/model/report-schedule.ts';
import type { api } from '#web/app/api.ts';
import { query } from '#web/app/api.ts';
import { clockText } from '#web/features/displays/times.ts';
import { dateText } from '#web/features/leads/shared/format.ts';
import { type Column, DataTable, Narrow } from '#web/ui/DataTable.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';

const channelNames: Record<Channel, string> = { call: 'calls', sms: 'texts', email: 'e-mail' };
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

type Week = readonly (readonly number[] | null)[];

/** `Mon–Sat 8:00 AM – 8:00 PM; Sun closed`: days that are alike stand together. */
function weekText(week: Week): string {
  const text = (window: readonly number[] | null | undefined) =>
    window ? `${clockText(window[0]!)} – ${clockText(window[1]!)}` : 'closed';
  const hours = week.map(text);
  if (new Set(hours).size === 1) return `Every day ${hours[0]}`;
  const groups: { first: number; last: number; hours: string }[] = [];
  for (const day of weekdaysFromMonday) {
    const group = groups.at(-1);
    if (group && group.hours === hours[day]) group.last = day;
    else groups.push({ first: day, last: day, hours: hours[day]! });
  }
  return groups
    .map(({ first, last, hours: open }) =>
      first === last ? `${weekdays[first]} ${open}` : `${weekdays[first]}–${weekdays[last]} ${open}`,
    )
    .join('; ');
}

type Rule = Awaited<ReturnType<typeof api.tcpa.rules>>['rules'][number];

const forText = ({ channels }: Rule) => {
  const text = channels.map((channel) => channelNames[channel]).join(' and ');
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
};

const doubts = {
  text: { label: 'Law seen', color: 'green' },
  reported: { label: 'Not confirmed', color: 'amber' },
  open: { label: 'Open, stricter reading', color: 'amber' },
} as const;

const Doubt = ({ confidence }: Pick<Rule, 'confidence'>) => (
  <Badge variant="light" size="sm" tt="none" color={doubts[confidence].color}>
    {doubts[confidence].label}
  </Badge>
);

const writtenIn = ({ citation, source, confidence, readOn }: Rule) => (
  <>
    {citation} <Doubt confidence={confidence} />
    <Text span size="xs" c="dimmed" display="block">
      {source}. Read on {dateText(readOn)}.
    </Text>
  </>
);

/** What a rule asks, line by line; one that asks nothing is told by its title. */
function asked({
  week,
  isStandardTime,
  holidays,
  emergencies,
  mobiles,
  consent,
  attempts,
  title,
}: Rule): string[] {
  const lines = [
    week && `${weekText(week)}${isStandardTime ? ', by standard time all year' : ''}`,
    holidays && 'Not on holidays of the state',
    emergencies && 'Not while an emergency is declared',
    mobiles && 'Sales calls to mobiles need consent',
    consent && 'The person must have agreed',
    attempts &&
      `At most ${attempts.max} attempt${attempts.max === 1 ? '' : 's'} in ${spanText(attempts.hours)}`,
  ].filter((line): line is string => Boolean(line));
  return lines.length > 0 ? lines : [title];
}

const spanText = (hours: number) => (hours % 24 || hours === 24 ? `${hours} hours` : `${hours / 24} days`);

const columns: Column<Rule>[] = [
  {
    key: 'where',
    title: 'Where',
    render: (rule) => (
      <>
        <Text size="sm" fw={550}>
          {placeName(rule.where)}
        </Text>
        <Text size="xs" c="dimmed">
          {forText(rule)}
        </Text>
      </>
    ),
  },
  {
    key: 'asks',
    title: 'What it asks',
    render: (rule) => (
      <>
        {asked(rule).map((line) => (
          <div key={line}>{line}</div>
        ))}
        {rule.note && (
          <Text size="xs" c="dimmed">
            {rule.note}
          </Text>
        )}
        <Narrow below="md">{writtenIn(rule)}</Narrow>
      </>
    ),
  },
  { key: 'citation', title: 'Written in', hideBelow: 'md', render: writtenIn },
  {
    key: 'since',
    title: 'Since',
    hideBelow: 'sm',
    width: 130,
    align: 'end',
    render: ({ since, until }) =>
      `${since ? dateText(since) : 'In force when read'}${until ? ` until ${dateText(until)}` : ''}`,
  },
];

/** The law as the product applies it, each rule with its date and where it is written. */
export default function RulesSection() {
  const { data, error, refetch } = useQuery(query.tcpa.rules.queryOptions({ input: {} }));
  const [where, setWhere] = useState<string | null>(null);
  if (error)
    return <ErrorState title="The rules could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <PageSkeleton />;
  const places = [...new Set(data.rules.map((rule) => rule.where))];
  const due = data.rules.filter(({ reviewBy }) => reviewBy < data.today);
  const shown = data.rules.filter((rule) => !where || rule.where === where || rule.where === 'US');
  return (
    <>
      <Alert variant="light" color="blue" icon={<IconScale size={18} />} mb="md">
        This is not legal advice. Rules marked “not confirmed” were taken from secondary sources, and open
        questions are answered the stricter way; have your counsel confirm them. Area codes as of{' '}
        {dateText(data.areaCodesAsOf)}. Where several rules hold, the strictest of each counts, in every zone
        a person may be in.
      </Alert>
      {due.length > 0 && (
        <Alert variant="light" color="red" mb="md" role="alert" title="The law was read long ago">
          {due.length === data.rules.length ? 'All rules' : `${due.length} of ${data.rules.length} rules`}{' '}
          were to be reviewed by {dateText(due.map(({ reviewBy }) => reviewBy).sort()[0]!)}. They still apply;
          ask your counsel what has changed, and narrow the hours under “Your rules” until they are reviewed.
        </Alert>
      )}
      <Select
        label="State"
        placeholder="All"
        clearable
        searchable
        clearButtonProps={{ 'aria-label': 'All states' }}
        maw={260}
        mb="md"
        data={places.filter((code) => code !== 'US').map((code) => ({ value: code, label: placeName(code) }))}
        value={where}
        onChange={setWhere}
      />
      <DataTable label="Rules" columns={columns} rows={shown} rowKey={({ id }) => id} />
    </>
  );
}
