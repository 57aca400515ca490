import { Select } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { placeName } from '#shared/model/compliance/places.ts';
import { query } from '#web/app/api.ts';
import { type Column, stateColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';

interface Holiday {
  date: string;
  name: string;
  states: string[];
  observed: boolean;
  source: 'federal' | 'state' | 'tenant';
}

const sources = {
  federal: { label: 'Federal', color: 'blue' },
  state: { label: 'State', color: 'gray' },
  tenant: { label: 'Yours', color: 'amber' },
} as const;

const columns: Column<Holiday>[] = [
  {
    key: 'date',
    title: 'Day',
    render: ({ date }) => (
      <time dateTime={date}>
        {new Date(`${date}T00:00`).toLocaleDateString(undefined, {
          weekday: 'short',
          day: 'numeric',
          month: 'long',
        })}
      </time>
    ),
  },
  {
    key: 'name',
    title: 'Holiday',
    render: ({ name, observed }) => `${name}${observed ? ' (observed)' : ''}`,
  },
  {
    key: 'where',
    title: 'No sales calls in',
    render: ({ states, source }) =>
      states.map(placeName).join(', ') ||
      (source === 'tenant' ? 'everywhere, by your rules' : 'nowhere by law'),
  },
  stateColumn(({ source }) => sources[source], { key: 'source', title: 'By', hideBelow: 'sm', width: 110 }),
];

const thisYear = new Date().getFullYear();
const years = [-1, 0, 1, 2].map((more) => String(thisYear + more));

/** Holidays of a year, and where no sales call may be made on them. */
export default function HolidaysSection() {
  const [year, setYear] = useState(String(thisYear));
  const list = useQuery(
    query.tcpa.holidays.queryOptions({ input: { year }, placeholderData: keepPreviousData }),
  );
  return (
    <>
      <Select
        label="Year"
        maw={160}
        mb="md"
        allowDeselect={false}
        data={years}
        value={year}
        onChange={(value) => value && setYear(value)}
      />
      <ResourceTable
        of={list}
        failed="The holidays could not be loaded"
        label="Holidays"
        columns={columns}
        rows={list.data?.holidays}
        rowKey={({ date, name }) => `${date} ${name}`}
        empty={<EmptyState icon={IconCalendarOff} title="No holidays in this year" />}
      />
    </>
  );
}
