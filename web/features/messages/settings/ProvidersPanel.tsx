import { Alert, Badge, Box, Button, CopyButton, Group, NumberInput, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Registration } from '#shared/model/carrier-limits.ts';
import { rateLimits } from '#shared/model/message.ts';
import { api, query } from '#web/app/api.ts';
import { fieldErrorsOf, messageOf } from '#web/app/api-error.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid, Surface } from '#web/ui/layout/layout.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { type KeyChange, KeyFields } from './KeyFields.tsx';
import { RegistrationFields } from './RegistrationFields.tsx';
import { SandboxNote } from './SandboxNote.tsx';

type Config = Awaited<ReturnType<typeof api.sms.config>>;
type Tested = Awaited<ReturnType<typeof api.sms.test>>;

/** The providers of texts: keys, a test, the balance, and which one is used. */
export function ProvidersPanel() {
  const list = useQuery(query.sms.providers.queryOptions({ input: {} }));
  if (list.error && !list.data)
    return (
      <ErrorState
        title="The providers could not be loaded"
        error={list.error}
        onRetry={() => list.refetch()}
      />
    );
  return (
    <AutoGrid min={400} gap={20} align="start">
      {list.data ? (
        list.data.providers.map((one) => <Provider key={one.provider} {...one} />)
      ) : (
        <Surface component="section" aria-label="Providers">
          <FormSkeleton fields={4} />
        </Surface>
      )}
    </AutoGrid>
  );
}

function Provider({ provider, name }: { provider: string; name: string }) {
  const config = useQuery(query.sms.config.queryOptions({ input: { provider } }));
  return (
    <Surface component="section" aria-label={name}>
      {config.error && !config.data ? (
        <ErrorState
          title={`${name} could not be loaded`}
          error={config.error}
          onRetry={() => config.refetch()}
        />
      ) : config.data ? (
        <Loaded config={config.data} />
      ) : (
        <FormSkeleton fields={4} />
      )}
    </Surface>
  );
}

interface Change {
  keys?: KeyChange;
  numberPerMinute?: number;
  campaignPerMinute?: number;
  registration?: Registration | null;
}

function Loaded({ config }: { config: Config }) {
  const { provider, name, connected, sandbox, isDefault } = config;
  const client = useQueryClient();
  const [change, setChange] = useState<Change>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState<'save' | 'test' | 'default'>();
  const [tested, setTested] = useState<Tested>();
  const set = (part: Change) => setChange((before) => ({ ...before, ...part }));
  async function run(what: typeof busy, work: () => Promise<unknown>) {
    setBusy(what);
    setErrors({});
    try {
      await work();
    } catch (error) {
      const fields = fieldErrorsOf(error);
      setErrors(fields);
      if (Object.keys(fields).length === 0) toast.error(error);
    } finally {
      setBusy(undefined);
    }
  }
  const refresh = () => client.invalidateQueries({ queryKey: query.sms.key() });
  const save = (event: FormEvent) => {
    event.preventDefault();
    void run('save', async () => {
      const { keys, ...limits } = change;
      await api.sms.setConfig({ ...keys, ...limits, provider, version: config.version });
      await refresh();
      setChange({});
      toast.success(`${name} is saved`);
    });
  };
  return (
    <form data-changes onSubmit={save}>
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} size="h3">
            {name}
          </Title>
          <Group gap={6}>
            {isDefault && (
              <Badge variant="light" color="blue" tt="none">
                Texts go out by it
              </Badge>
            )}
            <Badge variant="light" tt="none" color={sandbox ? 'amber' : connected ? 'green' : 'gray'}>
              {sandbox ? 'Sandbox' : connected ? 'Connected' : 'Not connected'}
            </Badge>
          </Group>
        </Group>
        {sandbox && <SandboxNote kind="texts" />}
        <KeyFields
          fields={config.fields}
          change={change.keys ?? {}}
          errors={errors}
          onChange={(part) => set({ keys: { ...change.keys, ...part } })}
        />
        {config.showsBalance && connected && <Balance />}
        <AutoGrid min={220} gap={12} align="end">
          <NumberInput
            label="Texts a minute from one number"
            min={rateLimits.number.least}
            max={rateLimits.number.most}
            allowDecimal={false}
            error={errors.numberPerMinute}
            value={change.numberPerMinute ?? config.numberPerMinute}
            onChange={(value) => typeof value === 'number' && set({ numberPerMinute: value })}
          />
          <NumberInput
            label="Texts a minute of one blast"
            min={rateLimits.campaign.least}
            max={rateLimits.campaign.most}
            allowDecimal={false}
            error={errors.campaignPerMinute}
            value={change.campaignPerMinute ?? config.campaignPerMinute}
            onChange={(value) => typeof value === 'number' && set({ campaignPerMinute: value })}
          />
        </AutoGrid>
        <RegistrationFields
          value={change.registration === undefined ? config.registration : change.registration}
          onChange={(registration) => set({ registration })}
        />
        <Address label="Texts that come in" value={config.inboundUrl} />
        <Address label="What became of texts" value={config.statusUrl} />
        {tested && (
          <Alert color={tested.ok ? 'green' : 'red'} variant="light" role="status">
            {tested.message}
            {tested.account && ` Account: ${tested.account}.`}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          {!isDefault && (
            <Button
              data-changes
              variant="subtle"
              color="gray"
              disabled={!connected}
              loading={busy === 'default'}
              onClick={() =>
                void run('default', async () => {
                  await api.sms.setDefaultProvider({ provider });
                  await refresh();
                  toast.success(`Texts go out by ${name}`);
                })
              }
            >
              Use for texts
            </Button>
          )}
          <Button
            data-changes
            variant="default"
            loading={busy === 'test'}
            disabled={!connected}
            onClick={() => void run('test', async () => setTested(await api.sms.test({ provider })))}
          >
            Test
          </Button>
          <Button type="submit" loading={busy === 'save'} disabled={Object.keys(change).length === 0}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What is left on the account. */
function Balance() {
  const { data, error } = useQuery(query.sms.balance.queryOptions({ input: {}, staleTime: 60_000 }));
  const known = data && data.balance !== null;
  return (
    <Text size="sm">
      Balance:{' '}
      {known ? (
        <strong className="db-figures">
          {new Intl.NumberFormat('en-US', { style: 'currency', currency: data.currency ?? 'USD' }).format(
            data.balance!,
          )}
        </strong>
      ) : (
        <Box component="span" c="dimmed">
          {error ? messageOf(error) : data ? (data.trouble ?? 'not known') : '…'}
        </Box>
      )}
    </Text>
  );
}

/** An address that the provider is to be told. */
function Address({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <Group className="db-frame" gap={8} wrap="nowrap" p="4px 4px 4px 12px" bg="var(--db-page)">
        <Box component="code" className="db-cut db-grow" fz={13}>
          {value}
        </Box>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy} aria-label={`Copy: ${label}`}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}
