import { Alert, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CertificateConfig } from '#shared/api/market-certificates.ts';
import { certificateLimits } from '#shared/model/certificate.ts';
import { api, query } from '#web/app/api.ts';
import { fieldErrorsOf } from '#web/app/api-error.ts';
import { type KeyChange, KeyFields } from '#web/features/messages/settings/KeyFields.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid, Surface } from '#web/ui/layout/layout.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';

/** By which accounts of the workspace the certificates of bought leads are checked. */
export default function CertificatesTab() {
  const list = useQuery(query.marketplace.certificateProviders.queryOptions({ input: {} }));
  if (list.error && !list.data)
    return (
      <ErrorState
        title="The providers could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw={720}>
        Bought leads may come with a certificate: a third party’s record of the form that the person filled
        in. Each is checked by your own account there, which the provider may bill. While a provider does not
        answer, it is asked again for {certificateLimits.checkHours} hours.
      </Text>
      <AutoGrid min={400} gap={20} align="start">
        {list.data ? (
          list.data.providers.map((one) => <Provider key={one.provider} config={one} />)
        ) : (
          <Surface component="section" aria-label="Providers">
            <FormSkeleton fields={2} />
          </Surface>
        )}
      </AutoGrid>
    </Stack>
  );
}

function Provider({ config }: { config: CertificateConfig }) {
  const { provider, name, connected, sandbox, trouble, fields, version } = config;
  const refresh = useRefresh(query.marketplace);
  const [change, setChange] = useState<KeyChange>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  async function save(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setErrors({});
    try {
      await api.marketplace.setCertificateProvider({ ...change, provider, version });
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
      <form data-changes onSubmit={save}>
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
              No certificate is checked before you set your keys.
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
