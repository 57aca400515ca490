import { Alert, Anchor, Badge, Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import {
  IconArrowForwardUp,
  IconClock,
  IconPlayerPause,
  IconPlayerPlay,
  IconSpeakerphone,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { type Campaign, followUpWho } from '#shared/model/campaign.ts';
import { api, query } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import shared from '#web/features/messages/shared/shared.module.css';
import { addressText, momentText } from '#web/features/messages/shared/words.ts';
import { BackLink } from '#web/ui/BackLink.tsx';
import { AskButton } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Columns, Surface } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ShareBar } from '#web/ui/ShareBar.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { AutoReplyPanel } from './AutoReplyPanel.tsx';
import styles from './campaigns.module.css';
import { Funnel } from './Funnel.tsx';
import { PaceControl } from './PaceControl.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { Recipients } from './Recipients.tsx';
import { Replies } from './Replies.tsx';
import { SentByHour } from './SentByHour.tsx';
import { TestResult } from './TestResult.tsx';
import { campaignWords } from './words.ts';

/** One campaign: how far it is, what became of everybody, and the answers that wait. */
export default function CampaignPage() {
  const { campaignId = '' } = useParams();
  const one = useQuery(
    query.campaigns.get.queryOptions({
      input: { id: campaignId },
      refetchInterval: usePollInterval('jobs', 2_000),
    }),
  );
  if (one.error instanceof ApiError && [400, 404].includes(one.error.status))
    return (
      <EmptyState
        icon={IconSpeakerphone}
        title="There is no such campaign"
        action={
          <Button component={Link} to="/campaigns" variant="default">
            All campaigns
          </Button>
        }
      >
        It is somebody else’s, or the address is not right.
      </EmptyState>
    );
  if (one.error && !one.data)
    return (
      <ErrorState title="The campaign could not be loaded" error={one.error} onRetry={() => one.refetch()} />
    );
  return one.data ? <Loaded campaign={one.data} /> : <PageSkeleton />;
}

/** Starting, pausing and removing, where the state of the campaign lets it. */
function Actions({ campaign: { id, name, status, startedAt, counts } }: { campaign: Campaign }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  async function run(work: () => Promise<Campaign>, done: string) {
    setBusy(true);
    try {
      client.setQueryData(query.campaigns.get.queryKey({ input: { id } }), await work());
      void client.invalidateQueries({ queryKey: query.campaigns.key() });
      toast.success(done);
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  }
  const startWord = status === 'paused' ? 'Resume' : status === 'scheduled' ? 'Start now' : 'Start';
  return (
    <Group gap={8}>
      {(status === 'draft' || status === 'scheduled' || status === 'paused') && (
        <Button
          data-changes
          loading={busy}
          leftSection={<IconPlayerPlay size={16} />}
          onClick={() =>
            void run(
              () => api.campaigns.start({ id }),
              `“${name}” ${status === 'paused' ? 'goes on' : 'has begun'}`,
            )
          }
        >
          {startWord}
        </Button>
      )}
      {(status === 'draft' || status === 'scheduled') && (
        <Button component={Link} to={`/campaigns/${id}/edit`} variant="default">
          Edit
        </Button>
      )}
      {(status === 'active' || status === 'scheduled') && (
        <Button
          data-changes
          variant="default"
          loading={busy}
          leftSection={<IconPlayerPause size={16} />}
          onClick={() => void run(() => api.campaigns.pause({ id }), `“${name}” is paused`)}
        >
          Pause
        </Button>
      )}
      {startedAt && counts.sent > 0 && counts.replied !== null && (
        <Button
          component={Link}
          to="/campaigns/new"
          state={{ followUp: { campaignId: id, name } }}
          variant="default"
          leftSection={<IconArrowForwardUp size={16} />}
        >
          Follow up
        </Button>
      )}
      {status !== 'active' && (
        <AskButton
          label="Remove"
          title={`Remove “${name}”?`}
          confirmLabel="Remove"
          danger
          onConfirm={async () => {
            await api.campaigns.remove({ id });
            void client.invalidateQueries({ queryKey: query.campaigns.list.key() });
            toast.success(`“${name}” was removed`);
            void navigate('/campaigns');
          }}
        >
          Its figures go with it. The texts and replies stay in the inbox.
        </AskButton>
      )}
    </Group>
  );
}

function ClearReplies({ campaign: { id, counts } }: { campaign: Campaign }) {
  const client = useQueryClient();
  if (counts.unresponded === 0) return null;
  return (
    <AskButton
      label="Clear unresponded"
      title="Mark all replies as resolved?"
      confirmLabel="Mark all"
      onConfirm={async () => {
        const { resolved } = await api.campaigns.clearUnresponded({ id });
        await client.invalidateQueries({ queryKey: query.campaigns.key() });
        await client.invalidateQueries({ queryKey: query.sms.key() });
        toast.success(`${resolved} ${resolved === 1 ? 'reply' : 'replies'} marked as resolved`);
      }}
    >
      Nobody is answered by it; the replies stay in the inbox.
    </AskButton>
  );
}

const startText = ({ status, schedule, startedAt }: Campaign): string => {
  if (startedAt) return `begun ${momentText(startedAt)}`;
  return status === 'scheduled' && schedule.startAt
    ? `begins ${momentText(schedule.startAt)}`
    : 'not started';
};

function Loaded({ campaign }: { campaign: Campaign }) {
  const { id, name, status, reasons, nextAt, why } = campaign;
  const isOver = status === 'completed' || status === 'failed';
  return (
    <>
      <BackLink to="/campaigns">Campaigns</BackLink>
      <PageHeader
        title={name}
        description={
          <Group component="span" className={styles.state} gap={4} display="inline-flex">
            <Badge variant="light" tt="none" color={campaignWords[status].color}>
              {campaignWords[status].label}
            </Badge>
            <span>
              {startText(campaign)}
              {campaign.from && `, from ${addressText(campaign.from)}`}
              {campaign.poolId && ', from a pool of numbers'}
            </span>
          </Group>
        }
        actions={<Actions campaign={campaign} />}
      />
      {status === 'active' && why && (
        <Alert color="amber" variant="light" icon={<IconClock size={18} />} mb="md">
          {why} {nextAt && `It goes on by itself ${momentText(nextAt)}.`}
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
            <ProgressBar campaign={campaign} />
          </Surface>
          <Funnel counts={campaign.counts} />
          <SentByHour campaign={campaign} />
          {campaign.test && <TestResult test={campaign.test} />}
          <Recipients campaignId={id} tests={campaign.test !== null} />
          <Replies blastId={id} />
        </Stack>
        <Stack gap={20} miw={0}>
          {!isOver && (
            <Surface component="section" aria-label="Pace">
              <PaceControl campaign={campaign} />
            </Surface>
          )}
          <ClearReplies campaign={campaign} />
          {campaign.audience.followUp && (
            <Text size="sm">
              It follows up{' '}
              <Anchor component={Link} to={`/campaigns/${campaign.audience.followUp.campaignId}`} inherit>
                another campaign
              </Anchor>
              : {followUpWho[campaign.audience.followUp.who].toLowerCase()}.
            </Text>
          )}
          <Surface component="section" aria-label="Text">
            <Title order={2} size="h3" mb={10}>
              {campaign.test ? 'Texts' : 'Text'}
            </Title>
            <Stack gap={8}>
              {(campaign.test?.variants ?? [{ key: '', message: campaign.message }]).map((one) => (
                <p key={one.key} className={shared.rendered}>
                  {one.key && <strong>{one.key} </strong>}
                  <bdi>{one.message}</bdi>
                </p>
              ))}
            </Stack>
            {campaign.templateId && (
              <Text size="sm" mt={10}>
                <Anchor component={Link} to={`/templates/${campaign.templateId}`} inherit>
                  The template
                </Anchor>{' '}
                as it was then
              </Text>
            )}
          </Surface>
          <AutoReplyPanel campaign={campaign} />
          {reasons.length > 0 && (
            <Surface component="section" aria-label="Why some got no text">
              <Title order={2} size="h3" mb={10}>
                Why some got no text
              </Title>
              <ul className="db-list">
                {reasons.map((reason) => (
                  <Group
                    component="li"
                    key={reason.code}
                    gap="6px 16px"
                    justify="space-between"
                    py={6}
                    fz="sm"
                  >
                    <Box component="span" flex="1 1 0" miw={0}>
                      {reason.text}
                    </Box>
                    <strong className="db-figures">{reason.count.toLocaleString()}</strong>
                    <ShareBar
                      parts={[
                        { key: reason.code, value: reason.count, color: 'var(--mantine-color-chart-5)' },
                      ]}
                      of={reasons[0]!.count}
                      height={6}
                      flex="1 0 100%"
                    />
                  </Group>
                ))}
              </ul>
            </Surface>
          )}
        </Stack>
      </Columns>
    </>
  );
}
