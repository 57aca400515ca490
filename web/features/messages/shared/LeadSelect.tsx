import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/app/api.ts';
import { leadName, phoneText } from '#web/ui/lead-text.ts';

/** Finds a lead by what is typed: a name, a part of the number, an e-mail address. */
export function LeadSelect({ label, onChoose }: { label: string; onChoose: (leadId: string) => void }) {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), 250);
  const searching = asked.length >= 2;
  const found = useQuery(
    query.leads.search.queryOptions({
      input: { query: asked, limit: 10 },
      enabled: searching,
      placeholderData: keepPreviousData,
    }),
  );
  const recent = useQuery(query.leads.list.queryOptions({ input: { limit: 8 }, enabled: !searching }));
  const leads = (searching ? found.data?.leads : recent.data?.leads) ?? [];
  return (
    <Select
      label={label}
      placeholder="Type a name or number"
      searchable
      data-autofocus
      nothingFoundMessage={found.isFetching ? 'Looking…' : 'No lead matches.'}
      filter={({ options }) => options}
      data={leads.map((lead) => ({
        value: lead.id,
        label: [leadName(lead), lead.phone && phoneText(lead.phone)].filter(Boolean).join(' · '),
      }))}
      value={null}
      onChange={(id) => id && onChoose(id)}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  );
}
