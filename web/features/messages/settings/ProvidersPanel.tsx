import {
  Alert,
  Badge,
  Box,
  Button,
  CopyButton,
  Group,
  NumberInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { rateLimits, type SmsProviderName, smsProviders } from '#shared/model/message.ts';
import { api, query } from '#web/app/api.ts';
import { fieldErrorsOf, messageOf } from '#web/app/api-error.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import shared from '../shared/shared.module.css';
import { providerNames } from '../shared/words.ts';
import { SandboxNote } from './SandboxNote.tsx';
import { SecretField } from './SecretField.tsx';
import styles from './settings.module.css';

type Config = Awaited<ReturnType<typeof api.sms.config>>;
type Tested = Awaited<ReturnType<typeof api.sms.test>>;

/** The providers of texts: keys, a test, the balance, and which one is used. */
export function ProvidersPanel() {
  return (
    <div className={styles.cards}>
      {smsProviders.map((provider) => (
        <Provider key={provider} provider={provider} />
      ))}
    </div>
  );
}

function Provider({ provider }: { provider: SmsProviderName }) {
  const config = useQuery(query.sms.config.queryOptions({ input: { provider } }));
  return (
    <section className={shared.card} aria-label={providerNames[provider]}>
      {config.error && !config.data ? (
        <ErrorState
          title={`${providerNames[provider]} could not be loaded`}
          error={config.error}
          onRetry={() => config.refetch()}
        />
      ) : config.data ? (
        <Loaded config={config.data} />
      ) : (
        <FormSkeleton fields={4} />
      )}
    </section>
  );
}

type Change = Omit<Parameters<typeof api.sms.setConfig>[0], 'provider' | 'version'>;

function Loaded({ config }: { config: Config }) {
  const { provider, connected, sandbox, isDefault } = config;
  const client = useQueryClient();
  const [change, setChange] = useState<Change>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState<'save' | 'test' | 'default'>();
  const [tested, setTested] = useState<Tested>();
  const isTwilio = provider === 'twilio';
  const set = (part: Change) => setChange((before) => ({ ...before, ...part }));
  const text = (
    name: 'accountSid' | 'messagingServiceSid' | 'publicKey' | 'messagingProfileId',
    label: string,
  ) => (
    <TextInput
      label={label}
      placeholder="Not set"
      error={errors[name]}
      value={(change[name] === undefined ? config[name] : change[name]) ?? ''}
      onChange={(event) => set({ [name]: event.currentTarget.value.trim() || null })}
    />
  );

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
      await api.sms.setConfig({ provider, ...change, version: config.version });
      await refresh();
      setChange({});
      toast.success(`${providerNames[provider]} is saved`);
    });
  };
  return (
    <form data-changes onSubmit={save}>
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} size="h3">
            {providerNames[provider]}
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
        {isTwilio ? (
          <>
            {text('accountSid', 'Account SID')}
            <SecretField
              label="Auth token"
              isSet={config.authTokenSet}
              value={change.authToken}
              onChange={(authToken) => set({ authToken })}
            />
            {text('messagingServiceSid', 'Messaging service SID')}
            {connected && <Balance />}
          </>
        ) : (
          <>
            <SecretField
              label="API key"
              isSet={config.apiKeySet}
              value={change.apiKey}
              onChange={(apiKey) => set({ apiKey })}
            />
            {text('publicKey', 'Public key of its callbacks')}
            {text('messagingProfileId', 'Messaging profile')}
          </>
        )}
        <div className={styles.two}>
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
        </div>
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
                  toast.success(`Texts go out by ${providerNames[provider]}`);
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
      <div className={styles.address}>
        <code>{value}</code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy} aria-label={`Copy: ${label}`}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </div>
    </div>
  );
}
