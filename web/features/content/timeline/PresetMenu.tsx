import { Button, Menu, Text } from '@mantine/core';
import { IconSparkles, IconTrash } from '@tabler/icons-react';
import { useSelectedElements } from '../editor/use-editor.ts';
import { motionPresets } from './presets.ts';
import { useTimelineEdits } from './use-timeline.ts';

/** Animations that go well together, for everything that is selected. */
export function PresetMenu() {
  const selected = useSelectedElements();
  const edits = useTimelineEdits();
  const none = selected.length === 0;
  return (
    <Menu position="top-start" width={270} shadow="lg">
      <Menu.Target>
        <Button size="compact-sm" fz="xs" fw={550} variant="default" leftSection={<IconSparkles size={15} />}>
          Presets
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {none
            ? 'Select elements first'
            : `For ${selected.length === 1 ? 'this element' : `${selected.length} elements`}`}
        </Menu.Label>
        {motionPresets.map((preset) => (
          <Menu.Item key={preset.name} disabled={none} onClick={() => edits.preset(selected, preset)}>
            <Text size="sm">{preset.name}</Text>
            <Text size="xs" c="dimmed">
              {preset.description}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconTrash size={15} />}
          disabled={!selected.some(({ animations }) => animations.length > 0)}
          onClick={() => edits.clear(selected)}
        >
          Remove all animations
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
