import { Button, Group, NumberInput, Slider, Stack, Switch, Text, Tooltip } from '@mantine/core';
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
import { constrainSize } from '#shared/model/resize.ts';
import { boundsOf } from '#shared/scene/registry.ts';
import type { Command } from '../editor/commands/command.ts';
import { bringForward, bringToFront, sendBackward, sendToBack } from '../editor/commands/layers.ts';
import { rotate } from '../editor/commands/selection.ts';
import { useEditorSession } from '../editor/session.ts';
import { useDocumentVersion } from '../editor/use-editor.ts';
import { ArrangeSection } from './ArrangeSection.tsx';
import styles from './panels.module.css';

/** The size with one side typed; a square takes the side for both, whichever it was. */
function resized(element: Element, side: 'width' | 'height', value: number) {
  const bounds = boundsOf(element);
  const size =
    bounds.aspect === 'square' ? { width: value, height: value } : { ...element.size, [side]: value };
  return constrainSize(size, bounds);
}

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
  const first = elements[0]!;
  const alone = elements.length === 1;
  const locked = elements.every(({ isLocked }) => isLocked);
  const edit = (label: string, key: string, change: (element: Element) => Element) =>
    editor.edit(
      label,
      elements.filter(({ isLocked }) => !isLocked).map(({ id }) => id),
      change,
      { squashKey: key },
    );

  const number = (
    label: string,
    value: number,
    range: { min: number; max: number },
    set: (value: number) => void,
  ) => (
    <NumberInput
      size="xs"
      label={label}
      disabled={locked}
      decimalScale={2}
      min={range.min}
      max={range.max}
      clampBehavior="blur"
      value={value}
      onChange={(next) => typeof next === 'number' && next >= range.min && next <= range.max && set(next)}
    />
  );
  const move = (axis: 'x' | 'y') =>
    number(axis.toUpperCase(), first.position[axis], contentLimits.coordinate, (value) =>
      edit('Move', `position.${axis}`, (element) => ({
        ...element,
        position: { ...element.position, [axis]: value },
      })),
    );
  const bounds = boundsOf(first);
  const resize = (side: 'width' | 'height') => {
    const [min, max] =
      side === 'width' ? [bounds.minWidth, bounds.maxWidth] : [bounds.minHeight, bounds.maxHeight];
    return number(side === 'width' ? 'Width' : 'Height', first.size[side], { min, max }, (value) =>
      edit('Resize', `size.${side}`, (element) => ({
        ...element,
        size: resized(element, side, value),
      })),
    );
  };

  return (
    <Stack gap={12}>
      <div className={styles.pair}>
        {move('x')}
        {move('y')}
        {resize('width')}
        {resize('height')}
        {number('Rotation °', first.rotation, { min: -360, max: 360 }, (rotation) =>
          edit('Rotate', 'rotation', (element) => ({ ...element, rotation })),
        )}
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
      </div>
      <ArrangeSection several={!alone} />
      {alone && (
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
          {number('Layer order', first.layerOrder, { min: 0, max: contentLimits.layerOrder.max }, (value) =>
            edit('Change layer order', 'layerOrder', (element) => ({
              ...element,
              layerOrder: Math.round(value),
            })),
          )}
        </Stack>
      )}
    </Stack>
  );
}

/** Opacity, visibility and lock, which every element has. */
export function AppearanceSection({ elements }: SectionProps) {
  const { editor } = useEditorSession();
  const labelId = useId();
  const first = elements[0]!;
  const ids = elements.map(({ id }) => id);
  return (
    <Stack gap={12}>
      <Stack gap={4}>
        <Group justify="space-between">
          <Text id={labelId} size="xs" fw={550}>
            Opacity
          </Text>
          <Text size="xs" c="dimmed" className="db-figures">
            {Math.round(first.opacity * 100)} %
          </Text>
        </Group>
        <Slider
          size="sm"
          color="ink"
          label={null}
          thumbProps={{ 'aria-labelledby': labelId }}
          disabled={elements.every(({ isLocked }) => isLocked)}
          value={Math.round(first.opacity * 100)}
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
          label="Visible"
          checked={first.isVisible}
          onChange={({ currentTarget: { checked } }) =>
            editor.edit(checked ? 'Show' : 'Hide', ids, (element) => ({ ...element, isVisible: checked }))
          }
        />
        <Switch
          size="xs"
          label="Locked"
          checked={first.isLocked}
          onChange={({ currentTarget: { checked } }) =>
            editor.edit(checked ? 'Lock' : 'Unlock', ids, (element) => ({ ...element, isLocked: checked }))
          }
        />
      </Group>
    </Stack>
  );
}
