import { Badge, Box, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation } from '#shared/model/user.ts';
import { query } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { toast } from '#web/ui/toast.ts';
import { useUserActions } from './useUserActions.ts';

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** Who was invited and has not come yet. Absent while nobody is. */
export function Invitations() {
  const { data, error, refetch } = useQuery(query.users.invitations.queryOptions({ input: {} }));
  const { resend, revoke } = useUserActions();
  const [revoking, setRevoking] = useState<Invitation>();
  if (error)
    return <ErrorState title="The invitations could not be loaded" error={error} onRetry={refetch} />;
  if (!data || data.invitations.length === 0) return null;
  const again = (invitation: Invitation) =>
    resend.mutate(
      { id: invitation.id },
      {
        onSuccess: ({ email }) => toast.success(`A new link is on its way to ${email}`),
        onError: (failed) => toast.error(failed),
      },
    );
  return (
    <Box component="section" mb={20} aria-label="Pending invitations">
      <Title order={2} size="h4" mb="xs">
        Pending invitations
      </Title>
      <Box component="ul" className="db-list db-frame db-divided">
        {data.invitations.map((invitation) => (
          <Group component="li" key={invitation.id} justify="space-between" gap="8px 16px" p="10px 14px">
            <Box flex="1 1 200px" miw={0}>
              <Text size="sm" fw={500} truncate>
                {invitation.email}
              </Text>
              <Text size="xs" c="dimmed">
                {[
                  `${invitation.firstName} ${invitation.lastName}`.trim(),
                  `invited by ${invitation.invitedBy}`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </Text>
            </Box>
            <Group gap={6}>
              <Badge variant="light" color={invitation.expired ? 'red' : 'ink'} tt="none">
                {invitation.expired
                  ? 'Has run out'
                  : `${invitation.role}, until ${day.format(new Date(invitation.expiresAt))}`}
              </Badge>
              <Button
                data-changes
                size="compact-sm"
                variant="default"
                loading={resend.isPending && resend.variables?.id === invitation.id}
                aria-label={`Send again the invitation to ${invitation.email}`}
                onClick={() => again(invitation)}
              >
                Send again
              </Button>
              <Button
                data-changes
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={`Take back the invitation to ${invitation.email}`}
                onClick={() => setRevoking(invitation)}
              >
                Take back
              </Button>
            </Group>
          </Group>
        ))}
      </Box>
      <ConfirmDialog
        opened={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title="Take the invitation back?"
        confirmLabel="Take it back"
        danger
        onConfirm={async () => {
          await revoke.mutateAsync({ id: revoking!.id });
          toast.success('The invitation is taken back');
        }}
      >
        The link that was mailed to {revoking?.email} leads nowhere from then on.
      </ConfirmDialog>
    </Box>
  );
}
