import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '#shared/model/api-key.ts';
import { query } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { SecretDialog } from '#web/ui/SecretDialog.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { KeyForm } from './KeyForm.tsx';
import { RotateDialog } from './RotateDialog.tsx';

type Asking = { what: 'edit' | 'rotate' | 'revoke'; key: ApiKey } | { what: 'create' } | null;

/** The keys by which programs call the product: made, changed, rotated and revoked. */
export function ApiKeysPanel() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(query.apiKeys.list.queryOptions({ input: {} }));
  const revoke = useMutation(
    query.apiKeys.revoke.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: query.apiKeys.key() }),
    }),
  );
  const [asking, setAsking] = useState<Asking>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setAsking(null);
  const show = (made: string) => {
    close();
    setSecret(made);
  };

  if (error) return <ErrorState title="The API keys could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <FormSkeleton fields={3} />;
  return (
    <Stack gap="md">
      {data.keys.length === 0 && (
        <EmptyState icon={IconKey} title="No API keys yet">
          A key lets a program of yours read and change what you choose.
        </EmptyState>
      )}
      {data.keys.map((key) => (
        <KeyCard key={key.id} apiKey={key} onAsk={(what) => setAsking({ what, key })} />
      ))}
      <div>
        <Button
          data-changes
          leftSection={<IconPlus size={16} />}
          onClick={() => setAsking({ what: 'create' })}
        >
          Make an API key
        </Button>
      </div>
      {(asking?.what === 'create' || asking?.what === 'edit') && (
        <KeyForm apiKey={asking.what === 'edit' ? asking.key : undefined} onClose={close} onMade={show} />
      )}
      {asking?.what === 'rotate' && <RotateDialog apiKey={asking.key} onClose={close} onMade={show} />}
      <ConfirmDialog
        opened={asking?.what === 'revoke'}
        onClose={close}
        title={asking?.what === 'revoke' ? `Revoke ${asking.key.name}?` : ''}
        confirmLabel="Revoke key"
        danger
        onConfirm={async () => {
          if (asking?.what !== 'revoke') return;
          await revoke.mutateAsync({ id: asking.key.id });
          toast.success(`${asking.key.name} is revoked`);
        }}
      >
        Programs that use it are refused from now on. This cannot be undone.
      </ConfirmDialog>
      <SecretDialog title="Your API key" secret={secret} onClose={() => setSecret(null)} />
    </Stack>
  );
}

const states = {
  active: { label: 'Active', color: 'green' },
  expired: { label: 'Expired', color: 'gray' },
  revoked: { label: 'Revoked', color: 'red' },
} as const;

interface KeyCardProps {
  apiKey: ApiKey;
  onAsk: (what: 'edit' | 'rotate' | 'revoke') => void;
}

function KeyCard({ apiKey, onAsk }: KeyCardProps) {
  const { name, prefix, permissions, perMinute, state, validUntil, lastUsedAt, previousUntil } = apiKey;
  const { label, color } = states[state];
  return (
    <Box component="section" p={16} bd="1px solid var(--db-line)" bdrs="md" aria-label={name}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text fw={600} className="db-wrap">
          {name}
        </Text>
        <Badge variant="light" color={color} tt="none">
          {label}
        </Badge>
      </Group>
      <Text size="sm" className="db-wrap">
        <code>{prefix}_…</code>
      </Text>
      <Text size="sm" c="dimmed">
        {permissions.length} {permissions.length === 1 ? 'permission' : 'permissions'} · {perMinute} calls a
        minute ·{' '}
        {lastUsedAt ? (
          <>
            used <RelativeTime at={lastUsedAt} />
          </>
        ) : (
          'never used'
        )}
        {validUntil && (
          <>
            {' '}
            · {state === 'expired' ? 'expired' : 'expires'} {dayOf(validUntil)}
          </>
        )}
        {previousUntil && state === 'active' && <> · the old secret works until {dayOf(previousUntil)}</>}
      </Text>
      {state !== 'revoked' && (
        <Group gap="xs" mt="sm">
          <Button
            data-changes
            variant="default"
            size="xs"
            onClick={() => onAsk('edit')}
            aria-label={`Change ${name}`}
          >
            Change
          </Button>
          <Button
            data-changes
            variant="default"
            size="xs"
            onClick={() => onAsk('rotate')}
            aria-label={`Rotate ${name}`}
          >
            Rotate
          </Button>
          <Button
            data-changes
            variant="subtle"
            color="red"
            size="xs"
            onClick={() => onAsk('revoke')}
            aria-label={`Revoke ${name}`}
          >
            Revoke
          </Button>
        </Group>
      )}
    </Box>
  );
}

const dayOf = (at: string) => new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' });
