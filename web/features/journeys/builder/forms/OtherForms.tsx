import { Anchor, MultiSelect, Select, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { query } from '#web/app/api.ts';
import { useDisplays } from '#web/features/displays/queries.ts';
import { NumberField } from '#web/ui/flow/NumberField.tsx';
import { useDraft } from '../draft.ts';
import type { FormProps } from './useConfigForm.ts';

interface Choice {
  value: string;
  label: string;
}

/** The choices with the one that is chosen, even where the list does not hold it. */
const withChosen = (choices: readonly Choice[], id: string | null, name = 'One that is not in this list') =>
  id && !choices.some(({ value }) => value === id) ? [{ value: id, label: name }, ...choices] : [...choices];

export function WebhookForm({ form: { config, set } }: FormProps<'webhook'>) {
  const { data, error } = useQuery(query.webhooks.listEndpoints.queryOptions({ input: {} }));
  const choices = (data?.endpoints ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <Select
        label="Who is told"
        placeholder={data && choices.length === 0 ? 'There is no endpoint yet' : 'Choose an endpoint'}
        searchable
        data={withChosen(choices, config.endpointId)}
        value={config.endpointId}
        error={error ? 'The endpoints could not be loaded.' : undefined}
        onChange={(endpointId) => set({ endpointId })}
      />
      <Textarea
        label="Note"
        description="Goes along with the lead."
        autosize
        minRows={2}
        maxLength={500}
        value={config.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
      <Text size="xs" c="dimmed">
        Endpoints are kept among the{' '}
        <Anchor component={Link} to="/webhooks" size="xs">
          webhooks
        </Anchor>
        .
      </Text>
    </>
  );
}

export function CelebrateForm({ form: { config, set } }: FormProps<'celebrate'>) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const projects = useQuery({
    ...query.content.list.queryOptions({ input: { limit: 50, ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    ...query.content.get.queryOptions({ input: { id: config.projectId ?? '' } }),
    enabled: config.projectId !== null,
  });
  const displays = useDisplays().data?.displays ?? [];
  const choices = (projects.data?.projects ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <Select
        label="Project"
        placeholder="Choose what is shown"
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={projects.isFetching ? 'Looking…' : 'No such project.'}
        data={withChosen(choices, config.projectId, chosen.data?.name)}
        value={config.projectId}
        onChange={(projectId) => set({ projectId })}
      />
      <MultiSelect
        label="Screens"
        placeholder={config.displayIds.length === 0 ? 'Choose where' : ''}
        searchable
        maxValues={50}
        data={displays.map(({ id, name }) => ({ value: id, label: name }))}
        value={config.displayIds}
        onChange={(displayIds) => set({ displayIds })}
      />
      <NumberField
        label="For how many minutes"
        min={1}
        max={1_440}
        value={config.minutes}
        onChange={(minutes) => set({ minutes })}
      />
    </>
  );
}

export function EnterForm({ form: { config, set } }: FormProps<'enter'>) {
  const draft = useDraft();
  const { data } = useQuery(query.journeys.list.queryOptions({ input: { limit: 200 } }));
  const choices = (data?.journeys ?? [])
    .filter(({ id }) => id !== draft.id)
    .map(({ id, name, status }) => ({ value: id, label: status === 'live' ? name : `${name} (${status})` }));
  return (
    <Select
      label="Journey"
      description="The lead goes on here as well."
      placeholder={data && choices.length === 0 ? 'There is no other journey yet' : 'Choose a journey'}
      searchable
      data={withChosen(choices, config.journeyId)}
      value={config.journeyId}
      onChange={(journeyId) => set({ journeyId })}
    />
  );
}
