import { Button, NumberInput, Popover, Select, Stack, Text } from '@mantine/core';
import { IconStairs } from '@tabler/icons-react';
import { useState } from 'react';
import type { Kind } from '#shared/scene/animations/timing.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSelectedElements } from '../editor/use-editor.ts';
import type { StaggerOrder } from './changes.ts';
import { kindNames, kinds } from './names.ts';
import { useTimelineEdits } from './use-timeline.ts';

const orderNames: Record<StaggerOrder, string> = {
  selected: 'As selected',
  leftToRight: 'Left to right',
  topToBottom: 'Top to bottom',
  backToFront: 'Back to front',
};

/** Lets several elements begin one after the other. */
export function StaggerMenu() {
  const { editor } = useEditorSession();
  const selected = useSelectedElements();
  const edits = useTimelineEdits();
  const [opened, setOpened] = useState(false);
  const [step, setStep] = useState<number | string>(0.2);
  const [order, setOrder] = useState<StaggerOrder>('leftToRight');
  const [kind, setKind] = useState<Kind>('entrance');
  const taking = selected.filter(({ animations }) => animations.length > 0);
  const inSelection = () => editor.document.pick(editor.selection.get());
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="top-start"
      shadow="lg"
      width={240}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          fz="xs"
          fw={550}
          variant="default"
          leftSection={<IconStairs size={15} />}
          onClick={() => setOpened(!opened)}
        >
          Stagger
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label="Stagger">
        <Stack gap="xs">
          <Select
            size="xs"
            label="What"
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={kinds.map((value) => ({ value, label: kindNames[value] }))}
            value={kind}
            onChange={(value) => setKind(value as Kind)}
          />
          <Select
            size="xs"
            label="Order"
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={Object.entries(orderNames).map(([value, label]) => ({ value, label }))}
            value={order}
            onChange={(value) => setOrder(value as StaggerOrder)}
          />
          <NumberInput
            size="xs"
            label="Seconds between two"
            min={0}
            max={60}
            step={0.1}
            decimalScale={2}
            value={step}
            onChange={setStep}
          />
          {taking.length < 2 && (
            <Text size="xs" c="dimmed">
              Select two or more elements that have animations.
            </Text>
          )}
          <Button
            size="xs"
            disabled={taking.length < 2 || typeof step !== 'number'}
            onClick={() => {
              edits.stagger(inSelection(), { kind, order, step: Number(step) });
              setOpened(false);
            }}
          >
            Stagger {taking.length > 1 ? `${taking.length} elements` : ''}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
