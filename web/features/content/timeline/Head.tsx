import { ActionIcon, Box, Group, NumberInput, SegmentedControl, Tooltip } from '@mantine/core';
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerStop,
  IconRepeat,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { contentLimits } from '#shared/model/content-limits.ts';
import { IconButton } from '../bars/IconButton.tsx';
import { useEditorSession } from '../editor/session.ts';
import { useSignal, useSignalPart } from '../editor/signal.ts';
import { AddAnimation } from './AddAnimation.tsx';
import { clockText } from './moments.ts';
import { PresetMenu } from './PresetMenu.tsx';
import { StaggerMenu } from './StaggerMenu.tsx';
import styles from './timeline.module.css';
import { useDrawer } from './use-timeline.ts';

export type RowFilter = 'all' | 'animated' | 'selected';

const zoomFactor = 1.5;

/** Playing, what can be added, which rows are listed, and the timeline's zoom. */
export function Head({ filter, onFilter }: { filter: RowFilter; onFilter: (filter: RowFilter) => void }) {
  const { timeline } = useEditorSession();
  const playing = useSignal(timeline.playing);
  const loop = useSignal(timeline.loop);
  const atRest = useSignalPart(timeline.time, (time) => time === undefined);
  const { scale } = useDrawer();
  return (
    <div className={styles.head}>
      <Group gap={2} wrap="nowrap" role="toolbar" aria-label="Playing">
        <IconButton label="To the beginning" icon={IconPlayerSkipBack} onClick={() => timeline.seek(0)} />
        <Tooltip label={playing ? 'Pause (Space)' : 'Play (Space)'}>
          <ActionIcon
            size={32}
            radius="xl"
            aria-label={playing ? 'Pause' : 'Play'}
            onClick={() => timeline.togglePlay()}
          >
            {playing ? <IconPlayerPause size={17} /> : <IconPlayerPlay size={17} />}
          </ActionIcon>
        </Tooltip>
        <IconButton
          label="Stop and go back to the design"
          icon={IconPlayerStop}
          disabled={atRest}
          onClick={() => timeline.rest()}
        />
        <IconButton
          label="Loop"
          icon={IconRepeat}
          active={loop}
          onClick={() => timeline.loop.set(!timeline.loop.get())}
        />
      </Group>
      <Clock />
      <span className="db-rule" />
      <AddAnimation />
      <PresetMenu />
      <StaggerMenu />
      <Box component="span" flex={1} />
      <SegmentedControl
        size="xs"
        aria-label="Rows"
        value={filter}
        onChange={(value) => onFilter(value as RowFilter)}
        data={[
          { value: 'all', label: 'All' },
          { value: 'animated', label: 'Animated' },
          { value: 'selected', label: 'Selected' },
        ]}
      />
      <IconButton
        label="Zoom the timeline out"
        icon={IconZoomOut}
        onClick={() => timeline.zoom(scale / zoomFactor)}
      />
      <IconButton
        label="Zoom the timeline in"
        icon={IconZoomIn}
        onClick={() => timeline.zoom(scale * zoomFactor)}
      />
      <IconButton label="Close the timeline" icon={IconX} onClick={() => timeline.close()} />
    </div>
  );
}

/** The moment shown, of the seconds of the whole. */
function Clock() {
  const { timeline } = useEditorSession();
  const { length } = useDrawer();
  const time = useSignalPart(timeline.time, (seconds) => seconds && Math.floor(seconds * 10) / 10);
  const { min, max } = contentLimits.exportDuration;
  return (
    <div className={styles.clock}>
      <Box
        component="output"
        className="db-figures"
        miw={46}
        c="var(--mantine-color-text)"
        fw={600}
        ta="end"
        aria-label="Playhead"
      >
        {clockText(time ?? 0)}
      </Box>
      <span aria-hidden>/</span>
      <Tooltip label="Length in seconds; empty for as long as the animations take">
        <NumberInput
          aria-label="Length in seconds"
          size="xs"
          variant="unstyled"
          hideControls
          suffix=" s"
          className={styles.length}
          decimalScale={1}
          min={min}
          max={max}
          value={length}
          onChange={(value) => {
            if (value === '') timeline.setLength.set(undefined);
            else if (typeof value === 'number' && value >= min && value <= max) timeline.setLength.set(value);
          }}
        />
      </Tooltip>
    </div>
  );
}
