import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/app/api.ts';
import { leadName } from '#web/ui/lead-text.ts';

interface LeadSelectProps extends Pick<SelectProps, 'label' | 'description' | 'placeholder'> {
  value: string | null;
  onChange: (id: string | null) => void;
}

/** A lead by name, phone or e-mail; the newest until one types. */
export function LeadSelect({ value, onChange, ...rest }: LeadSelectProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [asked] = useDebouncedValue(typed.trim(), 250);
  const searching = asked.length >= 2 && asked !== chosen?.label;
  const found = useQuery({
    ...query.leads.search.queryOptions({ input: { query: asked, limit: 10 } }),
    enabled: searching,
    placeholderData: keepPreviousData,
  });
  const recent = useQuery({
    ...query.leads.list.queryOptions({ input: { limit: 10 } }),
    enabled: !searching,
  });
  const leads = (searching ? found.data?.leads : recent.data?.leads) ?? [];
  const options = leads.map((lead) => ({ value: lead.id, label: leadName(lead) }));
  const isListed = options.some((option) => option.value === chosen?.value);
  return (
    <Select
      {...rest}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Nobody in particular' }}
      nothingFoundMessage={found.isFetching ? 'Looking…' : 'No such lead.'}
      filter={({ options: all }) => all}
      data={chosen && !isListed ? [chosen, ...options] : options}
      value={value}
      onChange={(id, option) => {
        onChange(id);
        setChosen(id ? { value: id, label: option?.label ?? '' } : null);
      }}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  );
}
