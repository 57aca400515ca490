import { Badge, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { query, queryClient } from '#web/app/api.ts';
import { AskButton } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { formatAgo } from '../content/panels/format.ts';

const providers = { optisigns: 'OptiSigns', sandbox: 'Sandbox', none: 'Not connected' };

/** How the tenant's displays are reached. The key goes in and never comes out. */
export function SignageSettings() {
  const { data, error, refetch } = useQuery(query.signage.config.queryOptions({ input: {} }));
  const [apiKey, setApiKey] = useState('');
  const [teamId, setTeamId] = useState<string>();
  const change = useMutation(
    query.signage.setConfig.mutationOptions({
      onSuccess: async () => {
        setApiKey('');
        setTeamId(undefined);
        await queryClient.invalidateQueries({ queryKey: query.signage.key() });
      },
    }),
  );
  if (error)
    return (
      <ErrorState
        title="The signage connection could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <FormSkeleton fields={2} />;

  const team = teamId ?? data.teamId ?? '';
  const changed = apiKey.trim() !== '' || team !== (data.teamId ?? '');
  const save = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { ...(apiKey.trim() ? { apiKey: apiKey.trim() } : {}), teamId: team.trim() || null },
      {
        onSuccess: () => toast.success('Signage connection saved'),
        onError: (reason) => toast.error(reason),
      },
    );
  };
  return (
    <>
      <Group mb="xs">
        <Badge
          color={data.provider === 'optisigns' ? 'green' : data.provider === 'sandbox' ? 'blue' : 'gray'}
          variant="light"
          tt="none"
        >
          {providers[data.provider]}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        {data.provider === 'sandbox'
          ? 'Without a key, publishing goes to virtual displays on this machine. With your OptiSigns key it goes to your own.'
          : 'Publishing goes to the displays of your OptiSigns account.'}
        {data.lastSyncAt ? ` Last synced ${formatAgo(data.lastSyncAt)}.` : ''}
      </Text>
      <form data-changes onSubmit={save}>
        <Stack gap="sm" maw={460}>
          <PasswordInput
            label="OptiSigns API key"
            description={data.apiKeySet ? 'A key is set. Type another to replace it.' : 'No key is set.'}
            placeholder={data.apiKeySet ? '••••••••••••' : ''}
            autoComplete="off"
            maxLength={1000}
            value={apiKey}
            onChange={(event) => setApiKey(event.currentTarget.value)}
          />
          <TextInput
            label="Team id"
            description="Only where your OptiSigns account has several teams"
            maxLength={100}
            value={team}
            onChange={(event) => setTeamId(event.currentTarget.value)}
          />
          <Group gap="xs">
            <Button type="submit" loading={change.isPending} disabled={!changed}>
              Save
            </Button>
            {data.apiKeySet && (
              <AskButton
                label="Remove the key"
                button={{ variant: 'subtle', color: 'red' }}
                title="Remove the OptiSigns key?"
                confirmLabel="Remove the key"
                danger
                onConfirm={() => change.mutateAsync({ apiKey: null })}
              >
                Your displays keep showing what they show, and can no longer be changed from here.
              </AskButton>
            )}
          </Group>
        </Stack>
      </form>
    </>
  );
}
