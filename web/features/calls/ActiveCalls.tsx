import { Box, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useSeconds } from '#web/ui/useSeconds.ts';
import styles from './Calls.module.css';
import { CallStatusBadge, DirectionIcon, partyOf, talkText, useAgentNames } from './shared.tsx';

/** Calls come and go while one looks: how often they are asked for while no hints come, ms. */
const pollMs = 5_000;

/** The calls that go on, with how long they last; nothing when there are none. */
export function ActiveCalls({ onOpen }: { onOpen: (id: string) => void }) {
  const refetchInterval = usePollInterval('calls', pollMs);
  const { data } = useQuery(query.calls.active.queryOptions({ input: {}, refetchInterval }));
  const now = useSeconds();
  const { nameOf } = useAgentNames();
  if (!data || data.calls.length === 0) return null;
  return (
    <Box
      component="section"
      className="db-card"
      mb={16}
      p="14px 16px 16px"
      style={{ borderInlineStart: '3px solid var(--db-live)' }}
      aria-labelledby="active-calls"
    >
      <Title order={2} fz="h3" id="active-calls">
        Going on now
      </Title>
      <ul className={styles.activeList}>
        {data.calls.map((call) => {
          const agent = call.legs.at(-1)?.agentId;
          return (
            <li key={call.id}>
              <UnstyledButton
                className="db-frame db-hover"
                w="100%"
                p="10px 12px"
                onClick={() => onOpen(call.id)}
              >
                <Group component="span" gap={0} wrap="nowrap" justify="space-between" mb={6}>
                  <CallStatusBadge status={call.status} />
                  <span className="db-figures">
                    {talkText(Math.max(0, now - Date.parse(call.answeredAt ?? call.startedAt)) / 1000)}
                  </span>
                </Group>
                <Text component="span" display="block" size="sm" fw={550} truncate>
                  <DirectionIcon direction={call.direction} /> {partyOf(call)}
                </Text>
                <Text component="span" display="block" size="xs" c="dimmed" truncate>
                  {agent ? nameOf(agent) : 'Nobody has it yet'}
                </Text>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </Box>
  );
}
