import { Box, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconHeadphones } from '@tabler/icons-react';
import { agentOfCall, type Call } from '#shared/model/call.ts';
import { TimeSince } from '#web/features/agent-status/StatusLabel.tsx';
import { partyOf, useAgentNames } from '#web/features/calls/shared.tsx';
import { type SupervisionMode, supervisionText } from '#web/phone/supervision.ts';
import { supervisionModeNames, supervisionModes } from './supervise.ts';
import type { Supervise } from './useSupervise.ts';

const choices = supervisionModeNames.map((value) => ({ value, label: supervisionModes[value].label }));

/** Whose call is heard and how, with what changes that and ends it. */
export function SupervisionBar({ supervise }: { supervise: Supervise }) {
  const { nameOf } = useAgentNames();
  const { current, begun, mode, isBusy } = supervise;
  const call = current?.call ?? begun;
  if (!call || !mode) return null;
  const agentId = agentOfCall(call);
  const whose = `${agentId ? `${nameOf(agentId)}’s` : 'the'} call with ${partyOf(call)}`;
  return (
    <Group
      component="section"
      className="db-frame"
      gap="10px 14px"
      p="10px 16px"
      bg="var(--db-surface)"
      style={{ borderInlineStart: '3px solid var(--db-live)' }}
      aria-label="Supervision"
    >
      <IconHeadphones size={20} aria-hidden="true" />
      <Box flex="1 1 200px" miw={0} role="status">
        <Text fw={550} size="sm">
          {current ? `${supervisionText[current.mode]} ${whose}` : `Your phone rings for ${whose}`}
        </Text>
        <Text size="xs" c="dimmed">
          {current ? supervisionModes[current.mode].hint : 'Take it up to hear the call'}
        </Text>
      </Box>
      <Group gap={10}>
        {current && <Duration call={call} />}
        {current && (
          <SegmentedControl
            data-changes
            aria-label="How you take part"
            size="sm"
            data={choices}
            value={mode}
            disabled={isBusy}
            onChange={(chosen) => supervise.supervise(call.id, chosen as SupervisionMode)}
          />
        )}
        <Button
          data-changes
          variant="default"
          size="compact-md"
          disabled={isBusy}
          onClick={() => supervise.leave(call.id)}
        >
          {current ? 'Leave' : 'Cancel'}
        </Button>
      </Group>
    </Group>
  );
}

const Duration = ({ call: { answeredAt, startedAt } }: { call: Call }) => (
  <Text size="sm" c="dimmed" className="db-figures" component="span">
    <TimeSince at={answeredAt ?? startedAt} />
  </Text>
);
