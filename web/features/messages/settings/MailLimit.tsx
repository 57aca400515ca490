import { Anchor, Button, Progress, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { momentText } from '../shared/words.ts';

/** The mails of today: how many went out, how many are left, and when it begins again. */
export function MailLimit() {
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const { data, error } = useQuery(
    query.email.stats.queryOptions({ input: { days: 30 }, refetchInterval: 30_000 }),
  );
  return (
    <Surface component="section" aria-label="Mails of today">
      <Title order={2} size="h3" mb={8}>
        Mails of today
      </Title>
      {error && !data ? (
        <Text size="sm" c="red" role="alert">
          {messageOf(error)}
        </Text>
      ) : !data ? (
        <LinesSkeleton lines={3} />
      ) : (
        <>
          <Text size="sm" className="db-figures">
            <strong>{data.today.used.toLocaleString()}</strong> of {data.today.limit.toLocaleString()} used,{' '}
            {data.today.left.toLocaleString()} left
          </Text>
          <Progress
            my={10}
            aria-label="Mails of today"
            color={data.today.left === 0 ? 'red' : 'blue'}
            value={(100 * data.today.used) / Math.max(1, data.today.limit)}
          />
          <Text size="xs" c="dimmed">
            It begins again {momentText(data.today.resetsAt)}. In the last 30 days{' '}
            {data.total.sent.toLocaleString()} went out and {data.total.failed.toLocaleString()} failed.{' '}
            <Anchor component={Link} to="/messages/statistics" inherit>
              Statistics
            </Anchor>
          </Text>
          <Button
            data-changes
            mt="sm"
            size="compact-sm"
            variant="default"
            disabled={data.today.used === 0}
            onClick={() => setAsked(true)}
          >
            Reset count
          </Button>
        </>
      )}
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title="Reset the count of today’s mails?"
        confirmLabel="Reset count"
        onConfirm={async () => {
          const { message } = await api.email.resetDailyLimit({});
          await client.invalidateQueries({ queryKey: query.email.key() });
          toast.success(message);
        }}
      >
        As many mails as a day may have can go out again today. The provider’s own limit stays as it is.
      </ConfirmDialog>
    </Surface>
  );
}
