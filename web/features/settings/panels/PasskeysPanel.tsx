import { Box, Button, Stack, Text } from '@mantine/core';
import { IconFingerprint, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '#shared/api/own-sign-in.ts';
import { api, query } from '#web/app/api.ts';
import { hasPasskeys, makePasskey } from '#web/features/sign-in/passkey.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from '../Settings.module.css';
import { PasswordDialog } from './PasswordDialog.tsx';

const about =
  'A passkey signs you in by a finger, a face or the PIN of your device. Nobody can guess it, and no false page can ask you for it.';

interface PasskeysPanelProps {
  /** One of two ways on a page, and not a page's only matter. */
  compact?: boolean;
}

/** Passkeys: sign in by a finger, a face or a PIN instead of the password. */
export function PasskeysPanel({ compact = false }: PasskeysPanelProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(query.auth.listPasskeys.queryOptions({ input: {} }));
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState(false);
  // Kept while the dialog fades out.
  const [chosen, setChosen] = useState<Passkey>();
  const refresh = () => client.invalidateQueries({ queryKey: query.auth.listPasskeys.key() });

  if (error)
    return <ErrorState title="Your passkeys could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <FormSkeleton fields={2} />;
  const { passkeys } = data;
  const add = hasPasskeys() ? (
    <Button
      data-changes="account"
      variant={compact ? 'default' : 'filled'}
      leftSection={<IconPlus size={16} />}
      onClick={() => setAdding(true)}
    >
      Add a passkey
    </Button>
  ) : (
    <Text size="sm" c="dimmed">
      This browser cannot make passkeys here. It needs an address that begins with https.
    </Text>
  );

  return (
    <Stack gap="md" align={passkeys.length === 0 && !compact ? 'stretch' : 'flex-start'}>
      {passkeys.length === 0 && compact ? (
        <>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
          {add}
        </>
      ) : passkeys.length === 0 ? (
        <EmptyState icon={IconFingerprint} title="No passkeys yet" action={add}>
          {about}
        </EmptyState>
      ) : (
        <>
          <Box component="ul" className="db-list" w="100%" aria-label="Passkeys">
            {passkeys.map((passkey) => (
              <li key={passkey.id} className={styles.item}>
                <div>
                  <Text fw={550} truncate>
                    {passkey.name}
                  </Text>
                  <Text size="xs" c="dimmed">
                    Added <RelativeTime at={passkey.createdAt} />
                    {', '}
                    {passkey.lastUsedAt ? (
                      <>
                        last used <RelativeTime at={passkey.lastUsedAt} />
                      </>
                    ) : (
                      'not used yet'
                    )}
                    {passkey.synced && ', on all your devices'}
                  </Text>
                </div>
                <Button
                  data-changes="account"
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => {
                    setChosen(passkey);
                    setRemoving(true);
                  }}
                >
                  Remove
                </Button>
              </li>
            ))}
          </Box>
          {add}
        </>
      )}
      <PasswordDialog
        opened={adding}
        onClose={() => setAdding(false)}
        title="Add a passkey"
        action="Go on"
        nameLabel="Name"
        name={passkeys.length === 0 ? 'My device' : `My device ${passkeys.length + 1}`}
        onSubmit={async ({ password, name }) => {
          const response = await makePasskey(password);
          if (!response) return;
          await api.auth.addPasskey({ name, response });
          await refresh();
          toast.success('Passkey added');
        }}
      >
        Your browser asks next for your finger, your face or your PIN.
      </PasswordDialog>
      <ConfirmDialog
        changes="account"
        opened={removing}
        onClose={() => setRemoving(false)}
        title={`Remove ${chosen?.name ?? 'the passkey'}?`}
        confirmLabel="Remove passkey"
        danger
        onConfirm={async () => {
          await api.auth.removePasskey({ id: chosen!.id });
          await refresh();
          toast.success('Passkey removed');
        }}
      >
        It no longer signs you in. Your device may still offer it until you remove it there too.
      </ConfirmDialog>
    </Stack>
  );
}
