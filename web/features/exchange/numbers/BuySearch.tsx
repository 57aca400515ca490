import { Button, Checkbox, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { didCarriers, type RentingCarrier, rentingCarriers } from '#shared/model/did.ts';

/** What is looked for, as it is typed; empty where nothing is said. */
export interface Search {
  carrier: RentingCarrier;
  areaCode: string;
  contains: string;
  state: string;
  locality: string;
  type: 'local' | 'tollFree';
  features: string[];
}

const blank: Search = {
  carrier: rentingCarriers[0]!,
  areaCode: '',
  contains: '',
  state: '',
  locality: '',
  type: 'local',
  features: ['voice'],
};

/** What is wrong with what is typed, by field. */
function problemsOf({ areaCode, contains, state }: Search): Partial<Record<keyof Search, string>> {
  return {
    ...(/^([2-9]\d{2})?$/.test(areaCode) ? {} : { areaCode: 'Three digits, such as 212.' }),
    ...(/^(\d{2,10})?$/.test(contains) ? {} : { contains: 'Two to ten digits.' }),
    ...(/^([A-Z]{2})?$/.test(state) ? {} : { state: 'Two letters, such as FL.' }),
  };
}

const typesOf = [
  { value: 'local', label: 'Local' },
  { value: 'tollFree', label: 'Toll-free' },
];

/** Which numbers somebody wants to buy. */
export function BuySearch({ busy, onSearch }: { busy: boolean; onSearch: (search: Search) => void }) {
  const [search, setSearch] = useState(blank);
  const [problems, setProblems] = useState<ReturnType<typeof problemsOf>>({});
  const set = (changes: Partial<Search>) => setSearch((before) => ({ ...before, ...changes }));
  const text = (name: 'areaCode' | 'contains' | 'state' | 'locality', label: string, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={search[name]}
      error={problems[name]}
      maxLength={name === 'locality' ? 80 : 10}
      {...(name === 'areaCode' || name === 'contains' ? { inputMode: 'numeric' as const } : {})}
      onChange={({ currentTarget: { value } }) =>
        set({ [name]: name === 'state' ? value.toUpperCase() : value })
      }
    />
  );
  function look(event: FormEvent) {
    event.preventDefault();
    const trimmed = { ...search, locality: search.locality.trim() };
    const found = problemsOf(trimmed);
    setProblems(found);
    if (Object.keys(found).length === 0) onSearch(trimmed);
  }
  return (
    <form onSubmit={look} aria-label="Which numbers">
      <Stack gap="sm">
        <SimpleGrid cols={2} spacing="sm">
          <Select
            label="Carrier"
            allowDeselect={false}
            data={rentingCarriers.map((value) => ({ value, label: didCarriers[value] }))}
            value={search.carrier}
            onChange={(carrier) => carrier && set({ carrier: carrier as RentingCarrier })}
          />
          <Select
            label="Type"
            allowDeselect={false}
            data={typesOf}
            value={search.type}
            onChange={(type) => type && set({ type: type as Search['type'] })}
          />
          {text('areaCode', 'Area code', '305')}
          {text('contains', 'Digits in it', '0142')}
          {text('state', 'State', 'FL')}
          {text('locality', 'Place', 'Miami')}
        </SimpleGrid>
        <Checkbox.Group label="For" value={search.features} onChange={(features) => set({ features })}>
          <Group gap="md" mt={4}>
            <Checkbox value="voice" label="Calls" />
            <Checkbox value="sms" label="Texts" />
            <Checkbox value="mms" label="Pictures" />
          </Group>
        </Checkbox.Group>
        <Group justify="flex-end">
          <Button type="submit" variant="default" leftSection={<IconSearch size={16} />} loading={busy}>
            Search
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
