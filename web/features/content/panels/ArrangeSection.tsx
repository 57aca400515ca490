import { Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import {
  IconBoxAlignTopLeft,
  IconBoxMultiple,
  IconFlipHorizontal,
  IconFlipVertical,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  type TablerIcon,
} from '@tabler/icons-react';
import * as align from '../editor/commands/align.ts';
import type { Command } from '../editor/commands/command.ts';
import { flipHorizontally, flipVertically } from '../editor/commands/flip.ts';
import { group, ungroup } from '../editor/commands/group.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';

type Row = readonly (readonly [Command, TablerIcon])[];

const toSelection: Row = [
  [align.alignLeft, IconLayoutAlignLeft],
  [align.alignCenter, IconLayoutAlignCenter],
  [align.alignRight, IconLayoutAlignRight],
  [align.alignTop, IconLayoutAlignTop],
  [align.alignMiddle, IconLayoutAlignMiddle],
  [align.alignBottom, IconLayoutAlignBottom],
];

const toCanvas: Row = [
  [align.alignCanvasLeft, IconLayoutAlignLeft],
  [align.alignCanvasCenter, IconLayoutAlignCenter],
  [align.alignCanvasRight, IconLayoutAlignRight],
  [align.alignCanvasTop, IconLayoutAlignTop],
  [align.alignCanvasMiddle, IconLayoutAlignMiddle],
  [align.alignCanvasBottom, IconLayoutAlignBottom],
];

// The icons are named for their lines, the commands for the way in which things are spread.
const together: Row = [
  [align.distributeHorizontally, IconLayoutDistributeVertical],
  [align.distributeVertically, IconLayoutDistributeHorizontal],
  [group, IconBoxAlignTopLeft],
  [ungroup, IconBoxMultiple],
];

const mirror: Row = [
  [flipHorizontally, IconFlipHorizontal],
  [flipVertically, IconFlipVertical],
];

/** Aligning to one another and to the canvas, equal gaps, and groups. */
export function ArrangeSection({ several }: { several: boolean }) {
  const session = useEditorSession();
  useSignal(session.editor.groups.entered);
  const row = (label: string, commands: Row) => (
    <Stack gap={4}>
      <Text size="xs" fw={550}>
        {label}
      </Text>
      <Group gap={4} grow role="group" aria-label={label}>
        {commands.map(([command, Icon]) => (
          <Tooltip key={command.name} label={command.label}>
            <Button
              variant="default"
              size="xs"
              px={0}
              aria-label={command.label}
              disabled={command.enabled?.(session) === false}
              onClick={() => session.run(command)}
            >
              <Icon size={16} stroke={1.7} />
            </Button>
          </Tooltip>
        ))}
      </Group>
    </Stack>
  );
  return (
    <Stack gap={10}>
      {several && row('Align to one another', toSelection)}
      {row('Align on the canvas', toCanvas)}
      {several && row('Distribute and group', together)}
      {row('Mirror', mirror)}
    </Stack>
  );
}
