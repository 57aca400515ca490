import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { PasswordDialog } from './PasswordDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { ScanCode } from './ScanCode.tsx';

/** A code of an app after the password: turn it on, keep the recovery codes, turn it off. */
export function TwoStepPanel() {
  const client = useQueryClient();
  const state = useQuery(query.auth.secondFactorState.queryOptions({ input: {} }));
  const [asking, setAsking] = useState<'begin' | 'disable' | 'renew'>();
  const [secret, setSecret] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<string[]>();
  const refresh = () => client.invalidateQueries({ queryKey: query.auth.secondFactorState.key() });

  if (state.error)
    return (
      <ErrorState
        title="Two-step sign-in could not be loaded"
        error={state.error}
        onRetry={() => state.refetch()}
      />
    );
  if (!state.data) return <FormSkeleton fields={2} />;
  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          setCodes(undefined);
          void refresh();
        }}
      />
    );
  if (secret)
    return (
      <ScanCode
        {...secret}
        onCancel={() => setSecret(undefined)}
        onConfirmed={(recoveryCodes) => {
          setSecret(undefined);
          setCodes(recoveryCodes);
          toast.success('Two-step sign-in is on');
        }}
      />
    );
  const { on, since, recoveryCodesLeft } = state.data;
  return (
    <Stack gap="md" align="flex-start">
      {on ? (
        <Alert color="green" icon={<IconShieldCheck size={18} />} title="On" w="100%">
          Since {since && new Date(since).toLocaleDateString(undefined, { dateStyle: 'long' })}. After the
          password you enter a code of your authenticator app.
        </Alert>
      ) : (
        <Alert color="gray" icon={<IconShieldOff size={18} />} title="Off" w="100%">
          Your password alone signs you in. With a second step, somebody who learns it still cannot sign in.
        </Alert>
      )}
      {on && recoveryCodesLeft <= 3 && (
        <Alert color="amber" w="100%">
          {recoveryCodesLeft === 0 ? 'No recovery code is left.' : `Only ${recoveryCodesLeft} left.`} Make new
          ones, or a lost phone shuts you out.
        </Alert>
      )}
      {on ? (
        <>
          <Text size="sm" c="dimmed">
            {recoveryCodesLeft} of 10 recovery codes are left.
          </Text>
          <Group gap="xs">
            <Button data-changes="account" variant="default" onClick={() => setAsking('renew')}>
              Make new recovery codes
            </Button>
            <Button data-changes="account" variant="subtle" color="red" onClick={() => setAsking('disable')}>
              Turn off
            </Button>
          </Group>
        </>
      ) : (
        <Button data-changes="account" onClick={() => setAsking('begin')}>
          Turn on two-step sign-in
        </Button>
      )}
      <PasswordDialog
        opened={asking === 'begin'}
        onClose={() => setAsking(undefined)}
        title="Turn on two-step sign-in"
        action="Go on"
        onSubmit={async ({ password }) => setSecret(await api.auth.beginTotp({ password }))}
      >
        You need an authenticator app on your phone, such as the one your password manager has.
      </PasswordDialog>
      <PasswordDialog
        opened={asking === 'renew'}
        onClose={() => setAsking(undefined)}
        title="Make new recovery codes"
        action="Make new codes"
        onSubmit={async ({ password }) =>
          setCodes((await api.auth.renewRecoveryCodes({ password })).recoveryCodes)
        }
      >
        The codes you have now will no longer work.
      </PasswordDialog>
      <PasswordDialog
        opened={asking === 'disable'}
        onClose={() => setAsking(undefined)}
        title="Turn off two-step sign-in"
        action="Turn off"
        danger
        withCode
        onSubmit={async ({ password, code }) => {
          await api.auth.disableTotp({ password, code });
          await refresh();
          toast.success('Two-step sign-in is off');
        }}
      >
        From then on your password alone signs you in.
      </PasswordDialog>
    </Stack>
  );
}
