// biome-ignore-all lint/a11y/useSemanticElements: a fieldset cannot be laid out like this group
import { ActionIcon, Box, Group, Slider, Stack } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { ClockFace, clockWords } from './ClockFace.tsx';
import type { DryRun } from './useDryRun.ts';

/** The clock of a dry run, and play, pause, step and scrub. */
export function Transport({ dryRun: { player, plan, zone } }: { dryRun: DryRun }) {
  const { stage, time, playing } = useSyncExternalStore(player.subscribe, player.get);
  if (!plan) return null;
  const { day, hour } = clockWords(time, zone);
  const isOver = stage >= player.last;
  const name = isOver ? 'The end' : (plan.steps[stage]?.stepName ?? '');
  return (
    <Group
      className="db-card"
      gap="8px 14px"
      w="min(660px, 100%)"
      p="10px 16px"
      style={{ boxShadow: 'var(--mantine-shadow-md)' }}
      role="group"
      aria-label="Player of the dry run"
    >
      <ClockFace time={time} zone={zone} />
      <Stack gap={0} w={118} c="dimmed" fz="xs" lh={1.35}>
        <Box component="b" className="db-figures" c="var(--mantine-color-text)" fz="1rem" fw={650}>
          {hour}
        </Box>
        <span className="db-cut db-figures">{day}</span>
        <span className="db-cut" title={zone}>
          {zone.split('/').at(-1)?.replaceAll('_', ' ')}
        </span>
      </Stack>
      <Group gap={2} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label="Step back"
          disabled={stage === 0}
          onClick={() => player.go(stage - 1)}
        >
          <IconPlayerTrackPrev size={17} />
        </ActionIcon>
        <ActionIcon
          size={38}
          radius="xl"
          aria-label={playing ? 'Pause' : isOver ? 'Play again' : 'Play'}
          onClick={() => (playing ? player.pause() : player.play())}
        >
          {playing ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label="Step on"
          disabled={isOver}
          onClick={() => player.go(stage + 1)}
        >
          <IconPlayerTrackNext size={17} />
        </ActionIcon>
      </Group>
      <Stack gap={8} flex="1 1 160px" miw={0} pb={4}>
        <Box component="span" className="db-cut" fz={13} fw={550} dir="auto">
          {name}
        </Box>
        <Slider
          size="sm"
          min={0}
          max={Math.max(1, player.last)}
          step={1}
          label={null}
          thumbLabel="Place in the dry run"
          thumbValueText={`${name}, ${day} ${hour}`}
          value={stage}
          onChange={(to) => player.go(to)}
        />
      </Stack>
    </Group>
  );
}
