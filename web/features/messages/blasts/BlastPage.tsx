import { Alert, Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconClock, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { Blast } from '#shared/model/message.ts';
import { api, query } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { BackLink } from '#web/ui/BackLink.tsx';
import { AskButton } from '#web/ui/ConfirmDialog.tsx';
import { Definition, FigureList } from '#web/ui/DefinitionList.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Columns, Surface } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import shared from '../shared/shared.module.css';
import { pollMs } from '../shared/useInbox.ts';
import { addressText, blastWords, isOver, momentText } from '../shared/words.ts';
import styles from './blasts.module.css';
import { ProgressBar } from './ProgressBar.tsx';
import { Replies } from './Replies.tsx';

/** One blast: how far it is, whom it did not reach and why, and the answers that wait. */
export default function BlastPage() {
  const { blastId = '' } = useParams();
  const one = useQuery(
    query.sms.blastStatus.queryOptions({
      input: { id: blastId },
      refetchInterval: ({ state }) => (state.data && isOver(state.data.status) ? false : pollMs.blast),
    }),
  );
  if (one.error instanceof ApiError && [400, 404].includes(one.error.status))
    return (
      <EmptyState
        icon={IconSpeakerphone}
        title="There is no such blast"
        action={
          <Button component={Link} to="/messages/blasts" variant="default">
            All blasts
          </Button>
        }
      >
        It is somebody else’s, or the address is not right.
      </EmptyState>
    );
  if (one.error && !one.data)
    return (
      <ErrorState title="The blast could not be loaded" error={one.error} onRetry={() => one.refetch()} />
    );
  return one.data ? <Loaded blast={one.data} /> : <PageSkeleton />;
}

function Loaded({ blast }: { blast: Blast }) {
  const client = useQueryClient();
  const { id, name, status, total, sent, refused, failed, reasons, nextAt, why } = blast;
  const figures = [
    { label: 'People', value: total },
    { label: 'Sent', value: sent },
    { label: 'Refused', value: refused },
    { label: 'Failed', value: failed },
  ];
  return (
    <>
      <BackLink to="/messages/blasts">Text blasts</BackLink>
      <PageHeader
        title={name}
        description={
          <Group component="span" className={styles.state} gap={4} display="inline-flex">
            <Badge variant="light" tt="none" color={blastWords[status].color}>
              {blastWords[status].label}
            </Badge>
            <span>
              begun <RelativeTime at={blast.createdAt} />
              {blast.from && `, from ${addressText(blast.from)}`}, up to {blast.ratePerMinute} texts a minute
            </span>
          </Group>
        }
        actions={
          !isOver(status) && (
            <AskButton
              label="Cancel blast"
              title={`Cancel “${name}”?`}
              confirmLabel="Stop sending"
              danger
              onConfirm={async () => {
                const after = await api.sms.cancelBlast({ id });
                client.setQueryData(query.sms.blastStatus.queryKey({ input: { id } }), after);
                void client.invalidateQueries({ queryKey: query.sms.blasts.key() });
                toast.success(`“${name}” was cancelled`);
              }}
            >
              What is out is out. Those who have not got it yet do not get it any more.
            </AskButton>
          )
        }
      />
      {status === 'waiting' && (
        <Alert color="amber" variant="light" icon={<IconClock size={18} />} mb="md">
          {why ?? 'It waits.'} {nextAt && `It goes on by itself ${momentText(nextAt)}.`}
        </Alert>
      )}
      {status === 'failed' && (
        <Alert color="red" variant="light" mb="md" role="alert">
          {why ?? 'It could not go on.'} What was sent is sent.
        </Alert>
      )}
      <Columns template="minmax(0, 1fr) 380px">
        <Stack gap={20} miw={0}>
          <Surface component="section" aria-label="Progress">
            <ProgressBar blast={blast} />
            <FigureList mt={18}>
              {figures.map(({ label, value }) => (
                <Definition key={label} data-figure={label.toLowerCase()} term={label} figures>
                  {value?.toLocaleString() ?? '…'}
                </Definition>
              ))}
            </FigureList>
          </Surface>
          <Replies blastId={id} />
        </Stack>
        <Stack gap={20} miw={0}>
          <Surface component="section" aria-label="Text">
            <Title order={2} size="h3" mb={10}>
              Text
            </Title>
            <p className={shared.rendered}>
              <bdi>{blast.message}</bdi>
            </p>
            {blast.templateId && (
              <Text size="sm" mt={10}>
                <Anchor component={Link} to={`/templates/${blast.templateId}`} inherit>
                  The template
                </Anchor>{' '}
                as it was then
              </Text>
            )}
          </Surface>
          {reasons.length > 0 && (
            <Surface component="section" aria-label="Why some got no text">
              <Title order={2} size="h3" mb={10}>
                Why some got no text
              </Title>
              <ul className={styles.reasons}>
                {reasons.map((reason) => (
                  <li key={reason.code}>
                    <span>{reason.text}</span>
                    <strong className="db-figures">{reason.count.toLocaleString()}</strong>
                  </li>
                ))}
              </ul>
            </Surface>
          )}
        </Stack>
      </Columns>
    </>
  );
}
