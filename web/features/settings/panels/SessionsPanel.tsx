import { Badge, Box, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query } from '#web/app/api.ts';
import { AskButton } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from '../Settings.module.css';

/** Where one is signed in, and the way to end what one does not know. */
export function SessionsPanel() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(query.auth.listSessions.queryOptions({ input: {} }));
  const refresh = () => client.invalidateQueries({ queryKey: query.auth.listSessions.key() });
  const end = useMutation(
    query.auth.endSession.mutationOptions({
      onSuccess: () => toast.success('The session has ended'),
      onError: (cause) => toast.error(cause),
      onSettled: refresh,
    }),
  );

  if (error)
    return <ErrorState title="Your sessions could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <FormSkeleton fields={3} />;
  const others = data.sessions.filter(({ current }) => !current);
  return (
    <Stack gap="md" align="flex-start">
      <Box component="ul" className="db-list" w="100%" aria-label="Sessions">
        {data.sessions.map((session) => (
          <li key={session.id} className={styles.item}>
            <div>
              <Text fw={550} truncate>
                {session.device}{' '}
                {session.current && (
                  <Badge size="sm" variant="light" color="green">
                    This device
                  </Badge>
                )}
              </Text>
              <Text size="xs" c="dimmed">
                <span className="db-figures">{session.address}</span>, last used{' '}
                <RelativeTime at={session.lastUsedAt} />, signed in <RelativeTime at={session.startedAt} />
              </Text>
            </div>
            {!session.current && (
              <Button
                data-changes="account"
                variant="subtle"
                color="red"
                size="compact-sm"
                aria-label={`End the session on ${session.device}`}
                loading={end.isPending && end.variables?.id === session.id}
                onClick={() => end.mutate({ id: session.id })}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </Box>
      {others.length > 0 ? (
        <AskButton
          label="End all other sessions"
          changes="account"
          title="End all other sessions?"
          confirmLabel="End all others"
          danger
          onConfirm={async () => {
            await api.auth.endOtherSessions({});
            await refresh();
            toast.success('Your other sessions have ended');
          }}
        >
          Every other browser and program that is signed in as you has to sign in again.
        </AskButton>
      ) : (
        <Text size="sm" c="dimmed">
          You are signed in nowhere else.
        </Text>
      )}
    </Stack>
  );
}
