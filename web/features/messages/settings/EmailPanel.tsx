import {
  Alert,
  Badge,
  Button,
  Group,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { rateLimits } from '#shared/model/message.ts';
import { api, query } from '#web/app/api.ts';
import { fieldErrorsOf } from '#web/app/api-error.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid, Columns, Surface } from '#web/ui/layout/layout.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { useBusy } from '#web/ui/useBusy.ts';
import { PostalAddressNotice } from '../shared/PostalAddressNotice.tsx';
import { AnswersNotice } from './AnswersNotice.tsx';
import { type KeyChange, KeyFields } from './KeyFields.tsx';
import { MailLimit } from './MailLimit.tsx';
import { SandboxNote } from './SandboxNote.tsx';

type Config = Awaited<ReturnType<typeof api.email.config>>;
interface Change
  extends Partial<Record<'provider' | 'fromName' | 'fromEmail' | 'replyTo' | 'postalAddress', string>> {
  dailyLimit?: number;
  /** By provider. */
  keys?: Record<string, KeyChange>;
}

/** How mails go out: by SES or a mail server, as whom, and how many a day. */
export function EmailPanel() {
  const config = useQuery(query.email.config.queryOptions({ input: {} }));
  return (
    <Columns template="minmax(0, 1fr) 360px">
      <Surface component="section" aria-label="Mails">
        {config.error && !config.data ? (
          <ErrorState
            title="The settings could not be loaded"
            error={config.error}
            onRetry={() => config.refetch()}
          />
        ) : config.data ? (
          <Loaded config={config.data} />
        ) : (
          <FormSkeleton fields={6} />
        )}
      </Surface>
      <Stack gap={20}>
        <MailLimit />
        <TestMail />
      </Stack>
    </Columns>
  );
}

function Loaded({ config }: { config: Config }) {
  const client = useQueryClient();
  const [change, setChange] = useState<Change>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const set = (part: Change) => setChange((before) => ({ ...before, ...part }));
  const provider = change.provider ?? config.provider;
  const { fields } = config.providers.find((one) => one.provider === provider)!;
  const keys = change.keys?.[provider] ?? {};
  const errorsOfKeys = Object.fromEntries(
    fields.map(({ name }) => [name, errors[`${provider}.${name}`]] as const),
  );

  async function save(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setErrors({});
    try {
      const { keys: changedKeys, ...rest } = change;
      await api.email.saveConfig({ ...changedKeys, ...rest, version: config.version });
      await client.invalidateQueries({ queryKey: query.email.key() });
      setChange({});
      toast.success('The settings for mails are saved');
    } catch (error) {
      const fields = fieldErrorsOf(error);
      setErrors(fields);
      if (Object.keys(fields).length === 0) toast.error(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form data-changes onSubmit={(event) => void save(event)}>
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} size="h3">
            Mails
          </Title>
          <Badge
            variant="light"
            tt="none"
            color={config.sandbox ? 'amber' : config.connected ? 'green' : 'gray'}
          >
            {config.sandbox ? 'Sandbox' : config.connected ? 'Connected' : 'Not connected'}
          </Badge>
        </Group>
        {config.sandbox && <SandboxNote kind="mails" />}
        {config.postalAddress === '' && <PostalAddressNotice />}
        {!config.answersConfirmed && <AnswersNotice address={config.replyTo || config.fromEmail} />}
        <SegmentedControl
          aria-label="Mails go out by"
          data={config.providers.map((one) => ({ value: one.provider, label: one.title }))}
          value={provider}
          onChange={(value) => set({ provider: value })}
        />
        <KeyFields
          fields={fields}
          change={keys}
          errors={errorsOfKeys}
          onChange={(part) => set({ keys: { ...change.keys, [provider]: { ...keys, ...part } } })}
        />
        <AutoGrid min={220} gap={12} align="end">
          <TextInput
            label="From, name"
            description={`Mails bear “${config.senderName}” now.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={100}
            error={errors.fromName}
            value={change.fromName ?? config.fromName}
            onChange={(event) => set({ fromName: event.currentTarget.value })}
          />
          <TextInput
            label="From, address"
            placeholder="The product’s own"
            error={errors.fromEmail}
            value={change.fromEmail ?? config.fromEmail}
            onChange={(event) => set({ fromEmail: event.currentTarget.value.trim() })}
          />
          <TextInput
            label="Replies to"
            placeholder={config.receives ? 'Your inbox here' : 'The address it comes from'}
            description={config.receives ? 'Empty: answers come into your inbox here.' : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={errors.replyTo}
            value={change.replyTo ?? config.replyTo}
            onChange={(event) => set({ replyTo: event.currentTarget.value.trim() })}
          />
          <NumberInput
            label="Mails a day"
            min={rateLimits.dailyEmails.least}
            max={config.dailyLimitMost ?? rateLimits.dailyEmails.most}
            allowDecimal={false}
            thousandSeparator=","
            error={errors.dailyLimit}
            value={change.dailyLimit ?? config.dailyLimit}
            onChange={(value) => typeof value === 'number' && set({ dailyLimit: value })}
          />
        </AutoGrid>
        <Textarea
          label="Postal address"
          description="Stands at the foot of every mail; without it none goes out (CAN-SPAM, 16 CFR 316.5)."
          autosize
          minRows={2}
          maxLength={300}
          error={errors.postalAddress}
          value={change.postalAddress ?? config.postalAddress}
          onChange={(event) => set({ postalAddress: event.currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={busy} disabled={Object.keys(change).length === 0}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A mail to see whether all of this is right. */
function TestMail() {
  const [to, setTo] = useState('');
  const [busy, run] = useBusy();
  const [told, setTold] = useState<{ ok: boolean; message: string }>();
  async function test(event: FormEvent) {
    event.preventDefault();
    setTold(undefined);
    await run(async () => {
      setTold(await api.email.test(to.trim() ? { to: to.trim() } : {}));
    });
  }
  return (
    <Surface component="section" aria-label="Test mail">
      <Title order={2} size="h3" mb={8}>
        Test mail
      </Title>
      <form data-changes onSubmit={(event) => void test(event)}>
        <Stack gap="sm">
          <TextInput
            label="To"
            type="email"
            placeholder="Your own address"
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          {told && (
            <Alert color={told.ok ? 'green' : 'red'} variant="light" role="status">
              {told.message}
            </Alert>
          )}
          <Group justify="space-between">
            <Text size="xs" c="dimmed">
              As it is saved now.
            </Text>
            <Button type="submit" variant="default" loading={busy}>
              Send a test
            </Button>
          </Group>
        </Stack>
      </form>
    </Surface>
  );
}
