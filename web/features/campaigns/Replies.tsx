import { Anchor, Button, Checkbox, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconCheck, IconMessageReply } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageLimits } from '#shared/model/message.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { SegmentsLine } from '#web/features/messages/shared/SegmentsLine.tsx';
import { useRendered } from '#web/features/messages/shared/useRendered.ts';
import { addressText } from '#web/features/messages/shared/words.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { More } from '#web/ui/More.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './campaigns.module.css';

const plural = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

/** The answers to a campaign that nobody has answered yet: one text to several, or a note that they need none. */
export function Replies({ blastId }: { blastId: string }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [text, setText] = useState('');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const { rendered } = useRendered('sms', text, null);
  const list = useInfiniteQuery(
    query.sms.unresponded.infiniteOptions({
      input: (cursor: string | undefined) => ({
        campaignId: blastId,
        limit: 100,
        ...(cursor ? { cursor } : {}),
      }),
      ...byCursor,
      refetchInterval: 5_000,
    }),
  );
  const waiting = list.data?.pages.flatMap(({ contacts }) => contacts);
  const ids = waiting?.map(({ contactId }) => contactId).filter((id) => chosen.has(id)) ?? [];
  const tooMany = ids.length > messageLimits.bulk;

  async function run(work: () => Promise<void>) {
    setBusy(true);
    try {
      await work();
      setChosen(new Set());
    } catch (error) {
      toast.error(error);
    } finally {
      await client.invalidateQueries({ queryKey: query.sms.key() });
      setBusy(false);
    }
  }
  const resolve = () =>
    run(async () => {
      const { resolved } = await api.sms.markResolved({ contactIds: ids });
      toast.success(`${plural(resolved, 'reply', 'replies')} marked as resolved`);
    });
  const answer = () =>
    run(async () => {
      const { summary, results } = await api.sms.bulkReplies({ contactIds: ids, message: text.trim(), key });
      setText('');
      setKey(crypto.randomUUID());
      const { sent, later, refused, failed } = summary;
      const told = [
        `${sent} sent`,
        later > 0 && `${later} go out by themselves later`,
        refused > 0 && `${refused} refused`,
        failed > 0 && `${failed} failed`,
      ].filter(Boolean);
      if (refused + failed > 0)
        toast.warning(
          told.join(', '),
          results.find(({ error, status }) => error && status !== 'later')?.error,
        );
      else toast.success(told.join(', '));
    });
  const all = waiting !== undefined && waiting.length > 0 && ids.length === waiting.length;

  return (
    <Surface component="section" aria-label="Replies that wait">
      <Group gap="8px 16px" justify="space-between" mb={8}>
        <Title order={2} size="h3">
          Replies that wait{' '}
          {waiting && waiting.length > 0 && `(${waiting.length}${list.hasNextPage ? '+' : ''})`}
        </Title>
        {waiting && waiting.length > 0 && (
          <Checkbox
            label="Select all"
            checked={all}
            indeterminate={ids.length > 0 && !all}
            onChange={() => setChosen(all ? new Set() : new Set(waiting.map(({ contactId }) => contactId)))}
          />
        )}
      </Group>
      {list.error && !waiting ? (
        <Text size="sm" c="red" role="alert">
          {messageOf(list.error)}
        </Text>
      ) : !waiting ? (
        <LinesSkeleton lines={3} />
      ) : waiting.length === 0 ? (
        <EmptyState icon={IconMessageReply} title="Nobody waits for an answer">
          Those who reply to this campaign show here until somebody answers them.
        </EmptyState>
      ) : (
        <>
          <ul className="db-list">
            {waiting.map(({ contactId, conversationId, name, address, message, waitingSince }) => (
              <Group
                component="li"
                key={contactId}
                className="db-line-above"
                gap={12}
                align="flex-start"
                wrap="nowrap"
                py={10}
              >
                <Checkbox
                  aria-label={`Select ${addressText(name)}`}
                  checked={chosen.has(contactId)}
                  onChange={(event) => {
                    const next = new Set(chosen);
                    if (event.currentTarget.checked) next.add(contactId);
                    else next.delete(contactId);
                    setChosen(next);
                  }}
                />
                <Stack gap={2} miw={0}>
                  <div>
                    <Anchor component={Link} to={`/messages/${conversationId}`} inherit c="inherit" fw={550}>
                      <bdi>{addressText(name)}</bdi>
                    </Anchor>{' '}
                    <Text span size="xs" c="dimmed">
                      {name !== address && `${addressText(address)} · `}
                      <RelativeTime at={waitingSince} />
                    </Text>
                  </div>
                  <bdi className="db-wrap">{message}</bdi>
                </Stack>
              </Group>
            ))}
          </ul>
          <More of={list} small />
          {ids.length > 0 && (
            <Stack
              component="form"
              data-changes
              className="db-line-above"
              gap={10}
              mt={12}
              pt={14}
              onSubmit={(event) => {
                event.preventDefault();
                void answer();
              }}
            >
              <Textarea
                label={`Answer ${plural(ids.length, 'person', 'people')}`}
                autosize
                minRows={2}
                maxRows={8}
                maxLength={messageLimits.sms}
                error={tooMany && `At most ${messageLimits.bulk} at once.`}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              <Group className={styles.answerFoot} gap={8} justify="flex-end">
                {text.trim() && rendered && (
                  <SegmentsLine segments={rendered.segments} text={rendered.body} />
                )}
                <Button
                  data-changes
                  variant="default"
                  leftSection={<IconCheck size={16} />}
                  disabled={busy}
                  onClick={() => void resolve()}
                >
                  Mark as resolved
                </Button>
                <Button type="submit" loading={busy} disabled={!text.trim() || tooMany}>
                  Send {plural(ids.length, 'reply', 'replies')}
                </Button>
              </Group>
            </Stack>
          )}
        </>
      )}
    </Surface>
  );
}
