import { Alert, Anchor, Badge, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconDeviceTv,
  IconExternalLink,
  IconFlask,
  IconRefresh,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { LiveDisplay } from '#shared/api/signage.ts';
import { query, queryClient } from '#web/app/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { toast } from '#web/ui/toast.ts';
import { formatAgo } from '../content/panels/format.ts';
import { DisplayStatus } from './DisplayStatus.tsx';
import styles from './Displays.module.css';

/** How often the page asks again what the displays show, in ms. */
const refresh = 15_000;
const displayLimit = 500;

/** What hangs on which screen now. */
export default function DisplaysPage() {
  const input = { limit: displayLimit };
  const { data, error, refetch } = useQuery(
    query.signage.displays.queryOptions({ input, refetchInterval: refresh }),
  );
  const sync = useMutation(
    query.signage.sync.mutationOptions({
      onSuccess: (answer) => {
        queryClient.setQueryData(query.signage.displays.queryKey({ input }), answer);
        const count = answer.displays.length;
        if (answer.stale)
          toast.warning('The signage provider does not answer', 'This is what was last known.');
        else toast.success(count === 1 ? '1 display is up to date' : `${count} displays are up to date`);
      },
      onError: (reason) => toast.error(reason),
    }),
  );
  return (
    <>
      <PageHeader
        title="Displays"
        description="What hangs on which screen now, and since when."
        actions={
          <Group gap="sm">
            {data?.syncedAt && (
              <Text size="xs" c="dimmed">
                Synced {formatAgo(data.syncedAt)}
              </Text>
            )}
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} />}
              loading={sync.isPending}
              onClick={() => sync.mutate({})}
            >
              Sync
            </Button>
          </Group>
        }
      />
      {error && !data ? (
        <ErrorState title="The displays could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className={styles.cards} role="status" aria-label="Loading">
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} h={300} radius="lg" />
          ))}
        </div>
      ) : (
        <>
          {data.provider === 'sandbox' && (
            <Alert icon={<IconFlask size={18} />} color="blue" mb="md" title="Sandbox displays">
              No signage key is set, so these are virtual displays on this machine. They really show what is
              published to them. Set your OptiSigns key under Settings to reach your own.
            </Alert>
          )}
          {data.stale && (
            <Alert
              icon={<IconAlertTriangle size={18} />}
              color="red"
              mb="md"
              title="The signage provider does not answer"
            >
              This is what was last known{data.syncedAt ? `, ${formatAgo(data.syncedAt)}` : ''}. What the
              displays show may have changed since.
            </Alert>
          )}
          {data.displays.length === 0 ? (
            <EmptyState icon={IconDeviceTv} title="No displays yet">
              {data.provider === 'none'
                ? 'No signage provider is connected. An admin can set the OptiSigns key under Settings.'
                : 'The signage provider knows no displays. Pair one there, then sync.'}
            </EmptyState>
          ) : (
            <div className={styles.cards}>
              {data.displays.map((display) => (
                <DisplayCard key={display.id} display={display} />
              ))}
            </div>
          )}
        </>
      )}
    </>
  );
}

function DisplayCard({ display }: { display: LiveDisplay }) {
  const {
    name,
    location,
    status,
    lastSeen,
    nowShowing,
    nowShowingSince,
    takeoverEndsAt,
    priority,
    previewUrl,
  } = display;
  return (
    <article className={styles.card} aria-label={name}>
      <div className={styles.screen}>
        {previewUrl ? (
          <iframe
            // A preview keeps no display online.
            src={`${previewUrl}?preview=1`}
            title={`What ${name} shows`}
            loading="lazy"
            tabIndex={-1}
          />
        ) : (
          <p>{nowShowing ?? 'Nothing published from here'}</p>
        )}
      </div>
      <div className={styles.body}>
        <Group justify="space-between" wrap="nowrap" align="start">
          <div style={{ minWidth: 0 }}>
            <Title order={2} size="h3" lineClamp={1}>
              {name}
            </Title>
            {location && (
              <Text size="xs" c="dimmed">
                {location}
              </Text>
            )}
          </div>
          <DisplayStatus status={status} lastSeen={lastSeen} />
        </Group>
        <dl className={styles.facts}>
          <dt>Shows</dt>
          <dd>
            {nowShowing ?? 'Nothing published from here'}{' '}
            {priority && priority !== 'NORMAL' && (
              <Badge size="xs" color={priority === 'EMERGENCY' ? 'red' : 'amber'} variant="light">
                {priority}
              </Badge>
            )}
          </dd>
          {nowShowingSince && (
            <>
              <dt>Since</dt>
              <dd>
                <time dateTime={nowShowingSince}>{formatAgo(nowShowingSince)}</time>
              </dd>
            </>
          )}
          {takeoverEndsAt && (
            <>
              <dt>Takeover until</dt>
              <dd>
                <time dateTime={takeoverEndsAt}>{new Date(takeoverEndsAt).toLocaleTimeString()}</time>
              </dd>
            </>
          )}
        </dl>
        {previewUrl && (
          <Anchor href={previewUrl} target="_blank" rel="noopener" size="sm">
            Open this display <IconExternalLink size={13} aria-hidden />
          </Anchor>
        )}
      </div>
    </article>
  );
}
