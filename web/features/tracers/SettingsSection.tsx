import {
  Alert,
  Button,
  Group,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type TracerProvider, tracerProviders } from '#shared/model/tracer.ts';
import { api, query } from '#web/app/api.ts';
import { AskButton } from '#web/ui/ConfirmDialog.tsx';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Columns, Surface } from '#web/ui/layout/layout.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { type TracerStatus, Unavailable, useTracing } from './shared.tsx';

const providers = Object.entries(tracerProviders).map(([value, { label }]) => ({ value, label }));

/** The account that searches go by. */
export default function SettingsSection() {
  const status = useTracing();
  if (status.error && !status.data)
    return (
      <ErrorState
        title="The settings could not be loaded"
        error={status.error}
        onRetry={() => void status.refetch()}
      />
    );
  if (!status.data) return <FormSkeleton fields={4} />;
  if (!status.data.enabled) return <Unavailable status={status.data} />;
  return (
    <Columns template="minmax(0, 6fr) minmax(0, 5fr)">
      <Account status={status.data} />
      <Standing status={status.data} />
    </Columns>
  );
}

function Account({ status }: { status: TracerStatus }) {
  const refresh = useRefresh(query.tracers);
  const [provider, setProvider] = useState<TracerProvider>(status.provider);
  const [accessProfile, setAccessProfile] = useState(status.accessProfile ?? '');
  const [password, setPassword] = useState('');
  const [price, setPrice] = useState<number | string>(status.price ?? '');
  const isSet = status.accessProfile !== null;
  const [isPasswordMissing, setPasswordMissing] = useState(false);
  const isNew = password !== '' && accessProfile.trim() !== '';
  const isOther = provider !== status.provider || accessProfile.trim() !== (status.accessProfile ?? '');
  const test = useMutation({
    mutationFn: (input: Parameters<typeof api.tracers.testConnection>[0]) =>
      api.tracers.testConnection(input),
    onSuccess: async ({ ok }, { credentials }) => {
      if (ok && credentials) setPassword('');
      if (credentials === null) setAccessProfile('');
      await refresh();
    },
    onError: (error) => toast.error(error),
  });
  const save = () => {
    const isMissing = isOther && accessProfile.trim() !== '' && password === '';
    setPasswordMissing(isMissing);
    if (isMissing) return;
    test.mutate({
      price: typeof price === 'number' ? price : null,
      ...(isNew ? { credentials: { provider, accessProfile, password } } : {}),
    });
  };
  return (
    <Surface component="section" aria-label="Account">
      <form
        data-changes
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Your own account at the provider. New credentials are tried first, without a search, and kept when
            it takes them.
          </Text>
          <Select
            label="Provider"
            allowDeselect={false}
            data={providers}
            value={provider}
            onChange={(next) => next && setProvider(next as TracerProvider)}
          />
          <TextInput
            label="Access profile"
            autoComplete="off"
            maxLength={100}
            value={accessProfile}
            onChange={(event) => setAccessProfile(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            description={isSet ? 'One is set. It is never shown.' : undefined}
            placeholder={isSet ? '••••••••' : ''}
            autoComplete="new-password"
            error={isPasswordMissing && 'Please enter the password of this access profile.'}
            maxLength={200}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <NumberInput
            label="Price of a search"
            description="US dollars, by your contract; the provider does not tell it."
            prefix="$"
            min={0}
            max={100}
            decimalScale={4}
            hideControls
            value={price}
            onChange={setPrice}
          />
          <Group gap="xs">
            <Button type="submit" loading={test.isPending}>
              {isNew ? 'Test and save' : 'Save and test'}
            </Button>
            {isSet && (
              <AskButton
                label="Remove the credentials"
                title="Remove the credentials?"
                confirmLabel="Remove them"
                danger
                button={{ variant: 'subtle', color: 'red' }}
                onConfirm={() => test.mutateAsync({ credentials: null })}
              >
                Nobody can search until new ones are set.
              </AskButton>
            )}
          </Group>
          {test.data && (
            <Alert color={test.data.ok ? 'green' : 'red'} role="status">
              {test.data.message}
            </Alert>
          )}
        </Stack>
      </form>
    </Surface>
  );
}

function Standing({ status }: { status: TracerStatus }) {
  const { connected, sandbox, balance, monthlyLimit, trouble, provider } = status;
  return (
    <Surface component="section" aria-label="State">
      <Stack gap="md">
        {trouble && (
          <Alert color="red" icon={<IconAlertTriangle size={18} />} title="The last search was refused">
            {trouble}
          </Alert>
        )}
        <DefinitionList>
          <Definition term="Connected">
            {!connected ? 'No' : sandbox ? 'To the sandbox' : `To ${tracerProviders[provider].label}`}
          </Definition>
          <Definition term="Left this month" figures>
            {balance.toLocaleString('en-US')} of {monthlyLimit.toLocaleString('en-US')} searches
          </Definition>
        </DefinitionList>
        <Text size="sm" c="dimmed">
          Whoever runs the platform sets the limit. What is left on the account itself, the provider shows on
          its own pages.
        </Text>
      </Stack>
    </Surface>
  );
}
