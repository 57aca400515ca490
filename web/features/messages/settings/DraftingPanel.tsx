import {
  Button,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Drafting, draftingLimits, draftingRegions } from '#shared/model/drafting.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Columns, Surface } from '#web/ui/layout/layout.tsx';
import { FormProblem } from '#web/ui/resource/FormPanel.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDrafting } from '../shared/useDrafting.ts';
import { SecretField } from './SecretField.tsx';

/** Drafts of replies by a model: whether, by which, and how many in a month. */
export function DraftingPanel() {
  const drafting = useDrafting();
  if (drafting.error && !drafting.data)
    return (
      <ErrorState
        title="The settings could not be loaded"
        error={drafting.error}
        onRetry={() => void drafting.refetch()}
      />
    );
  if (!drafting.data) return <FormSkeleton fields={5} />;
  return (
    <Columns template="minmax(0, 6fr) minmax(0, 5fr)">
      <DraftingForm key={drafting.data.version} drafting={drafting.data} />
      <ThisMonth drafting={drafting.data} />
    </Columns>
  );
}

function DraftingForm({ drafting }: { drafting: Drafting }) {
  const refresh = useRefresh(query.sms);
  const [enabled, setEnabled] = useState(drafting.enabled);
  const [region, setRegion] = useState<Drafting['region']>(drafting.region);
  const [model, setModel] = useState(drafting.model);
  const [about, setAbout] = useState(drafting.about);
  const [draftsAMonth, setDraftsAMonth] = useState<number | string>(drafting.draftsAMonth);
  const [apiKey, setApiKey] = useState<string | null | undefined>(undefined);
  const save = useMutation({
    ...query.sms.setDrafting.mutationOptions(),
    onSuccess: async ({ enabled: isOn }) => {
      toast.success(isOn ? 'Drafts are on' : 'Drafts are off');
      setApiKey(undefined);
      await refresh();
    },
  });
  return (
    <Surface component="section" aria-label="Drafts of replies">
      <form
        data-changes
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({
            enabled,
            region,
            model,
            about,
            draftsAMonth: Number(draftsAMonth),
            ...(apiKey === undefined ? {} : { apiKey }),
            version: drafting.version,
          });
        }}
      >
        <Stack gap="md">
          <FormProblem>{save.error && messageOf(save.error)}</FormProblem>
          <Switch
            label="Draft replies in the inbox"
            description="A model of Amazon Bedrock writes what somebody then reads, changes and sends. Names, numbers, addresses and links are taken out of what it is shown."
            checked={enabled}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label="Region"
              data={[...draftingRegions]}
              allowDeselect={false}
              value={region}
              onChange={(value) => value && setRegion(value)}
            />
            <TextInput
              label="Model"
              maxLength={200}
              value={model}
              onChange={(event) => setModel(event.currentTarget.value)}
            />
          </SimpleGrid>
          <SecretField
            label="API key of Amazon Bedrock"
            isSet={drafting.apiKeySet}
            value={apiKey}
            onChange={setApiKey}
          />
          <Textarea
            label="About the company"
            description="What you sell and how you write; the model is told it with each draft."
            autosize
            minRows={3}
            maxRows={8}
            maxLength={draftingLimits.about}
            value={about}
            onChange={(event) => setAbout(event.currentTarget.value)}
          />
          <NumberInput
            label="Drafts a month"
            description="Of everybody together; no more are asked for than that."
            maw={260}
            min={draftingLimits.aMonth.least}
            max={draftingLimits.aMonth.most}
            allowDecimal={false}
            value={draftsAMonth}
            onChange={setDraftsAMonth}
          />
          <Group>
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Surface>
  );
}

const number = (count: number) => count.toLocaleString('en-US');

function ThisMonth({ drafting }: { drafting: Drafting }) {
  const { sandbox, connected, drafted, left, inputTokens, outputTokens } = drafting;
  return (
    <Surface component="section" aria-label="This month">
      <Stack gap="sm">
        <Text fw={600}>This month</Text>
        <DefinitionList>
          <Definition term="Drafts" figures>
            {number(drafted)}, {number(left)} left
          </Definition>
          <Definition term="Tokens read" figures>
            {number(inputTokens)}
          </Definition>
          <Definition term="Tokens written" figures>
            {number(outputTokens)}
          </Definition>
        </DefinitionList>
        {(sandbox || !connected) && (
          <Text size="sm" c="dimmed">
            {sandbox
              ? 'No key is set, so the sandbox drafts by two rules of its own, and nothing leaves this machine.'
              : 'No key is set yet, so nothing can be drafted.'}
          </Text>
        )}
      </Stack>
    </Surface>
  );
}
