import { Alert, Badge, Button, Group, Stack, Title } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { KeyFieldView } from '#shared/model/message.ts';
import { query } from '#web/app/api.ts';
import { fieldErrorsOf } from '#web/app/api-error.ts';
import { type KeyChange, KeyFields } from '#web/features/messages/settings/KeyFields.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';

interface KeyCardProps {
  config: {
    name: string;
    connected: boolean;
    sandbox: boolean;
    trouble: string | null;
    fields: KeyFieldView[];
  };
  save: (change: KeyChange) => Promise<unknown>;
  /** What does not happen before keys are set. */
  unconnected: string;
  /** Below the keys. */
  children?: ReactNode;
}

/** An account at a provider of the market, by its keys: what is set, what is missing, and what is wrong with it. */
export function KeyCard({ config, save, unconnected, children }: KeyCardProps) {
  const { name, connected, sandbox, trouble, fields } = config;
  const refresh = useRefresh(query.marketplace);
  const [change, setChange] = useState<KeyChange>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setErrors({});
    try {
      await save(change);
      await refresh();
      setChange({});
      toast.success(`${name} is saved`);
    } catch (error) {
      const wrong = fieldErrorsOf(error);
      setErrors(wrong);
      if (Object.keys(wrong).length === 0) toast.error(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Surface component="section" aria-label={name}>
      <form data-changes onSubmit={submit}>
        <Stack gap="md">
          <Group justify="space-between">
            <Title order={2} size="h3">
              {name}
            </Title>
            <Badge variant="light" tt="none" color={sandbox ? 'amber' : connected ? 'green' : 'gray'}>
              {sandbox ? 'Sandbox' : connected ? 'Connected' : 'Not connected'}
            </Badge>
          </Group>
          {sandbox && (
            <Alert color="amber" variant="light" icon={<IconFlask size={18} />} title="In the sandbox">
              No keys are set, so {name} is not asked: the sandbox answers for it.
            </Alert>
          )}
          {!connected && (
            <Alert color="gray" variant="light">
              {unconnected}
            </Alert>
          )}
          {trouble && (
            <Alert color="red" variant="light">
              {trouble}
            </Alert>
          )}
          <KeyFields
            fields={fields}
            change={change}
            errors={errors}
            onChange={(part) => setChange((before) => ({ ...before, ...part }))}
          />
          {children}
          <Group justify="flex-end">
            <Button type="submit" loading={busy} disabled={Object.keys(change).length === 0}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Surface>
  );
}
