import { Box, Button, Group, Slider, Stack, Switch, Text, Tooltip } from '@mantine/core';
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconRotateClockwise,
  type TablerIcon,
} from '@tabler/icons-react';
import { useId } from 'react';
import { contentLimits, type Element } from '#shared/model/content.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import type { Command } from '../editor/commands/command.ts';
import { bringForward, bringToFront, sendBackward, sendToBack } from '../editor/commands/layers.ts';
import { rotate } from '../editor/commands/selection.ts';
import { useEditorSession } from '../editor/session.ts';
import { useDocumentVersion } from '../editor/use-editor.ts';
import { ArrangeSection } from './ArrangeSection.tsx';
import { PlaceOfOne, PlaceOfSeveral } from './PlaceFields.tsx';
import { mixed, sharedValue } from './shared-value.ts';

interface SectionProps {
  elements: readonly Element[];
}

const layerButtons: readonly (readonly [Command, TablerIcon])[] = [
  [bringToFront, IconArrowBarToUp],
  [bringForward, IconArrowUp],
  [sendBackward, IconArrowDown],
  [sendToBack, IconArrowBarToDown],
];

/** Place, size, rotation and layer of the selection. */
export function LayoutSection({ elements }: SectionProps) {
  const session = useEditorSession();
  const { editor, run } = session;
  useDocumentVersion();
  const alone = elements.length === 1;
  const locked = elements.every(({ isLocked }) => isLocked);
  const order = (
    <BoundedNumberInput
      size="xs"
      label="Layer order"
      disabled={locked}
      min={0}
      max={contentLimits.layerOrder.max}
      value={elements[0]!.layerOrder}
      onChange={(value) =>
        editor.edit(
          'Change layer order',
          [elements[0]!.id],
          (element) => ({ ...element, layerOrder: Math.round(value) }),
          { squashKey: 'layerOrder' },
        )
      }
    />
  );
  return (
    <Stack gap={12}>
      <Box className="db-rows" style={{ gridTemplateColumns: '1fr 1fr' }}>
        {alone ? <PlaceOfOne element={elements[0]!} /> : <PlaceOfSeveral elements={elements} />}
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'end' }}
          leftSection={<IconRotateClockwise size={14} />}
          disabled={locked}
          onClick={() => run(rotate)}
        >
          {rotate.label}
        </Button>
      </Box>
      <ArrangeSection several={!alone} />
      <Stack gap={6}>
        <Text size="xs" fw={550}>
          Layer
        </Text>
        <Group gap={6} grow>
          {layerButtons.map(([command, Icon]) => (
            <Tooltip key={command.name} label={command.label}>
              <Button
                variant="default"
                size="xs"
                px={0}
                aria-label={command.label}
                disabled={command.enabled?.(session) === false}
                onClick={() => run(command)}
              >
                <Icon size={16} />
              </Button>
            </Tooltip>
          ))}
        </Group>
        {alone && order}
      </Stack>
    </Stack>
  );
}

/** Opacity, visibility and lock, which every element has. */
export function AppearanceSection({ elements }: SectionProps) {
  const { editor } = useEditorSession();
  const labelId = useId();
  const ids = elements.map(({ id }) => id);
  const opacity = sharedValue(elements, (element) => element.opacity);
  const visible = sharedValue(elements, ({ isVisible }) => isVisible);
  const lock = sharedValue(elements, ({ isLocked }) => isLocked);
  return (
    <Stack gap={12}>
      <Stack gap={4}>
        <Group justify="space-between">
          <Text id={labelId} size="xs" fw={550}>
            Opacity
          </Text>
          <Text size="xs" c="dimmed" className="db-figures">
            {opacity === undefined ? mixed : `${Math.round(opacity * 100)} %`}
          </Text>
        </Group>
        <Slider
          size="sm"
          color="ink"
          label={null}
          thumbProps={{ 'aria-labelledby': labelId }}
          disabled={elements.every(({ isLocked }) => isLocked)}
          value={Math.round((opacity ?? elements[0]!.opacity) * 100)}
          onChange={(percent) =>
            editor.edit(
              'Change opacity',
              elements.filter(({ isLocked }) => !isLocked).map(({ id }) => id),
              (element) => ({ ...element, opacity: percent / 100 }),
              { squashKey: 'opacity' },
            )
          }
        />
      </Stack>
      <Group gap="lg">
        <Switch
          size="xs"
          label={visible === undefined ? `Visible: ${mixed}` : 'Visible'}
          checked={visible ?? false}
          onChange={({ currentTarget: { checked } }) =>
            editor.edit(checked ? 'Show' : 'Hide', ids, (element) => ({ ...element, isVisible: checked }))
          }
        />
        <Switch
          size="xs"
          label={lock === undefined ? `Locked: ${mixed}` : 'Locked'}
          checked={lock ?? false}
          onChange={({ currentTarget: { checked } }) =>
            editor.edit(checked ? 'Lock' : 'Unlock', ids, (element) => ({ ...element, isLocked: checked }))
          }
        />
      </Group>
    </Stack>
  );
}
