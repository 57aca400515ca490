import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconEye, IconEyeOff } from '@tabler/icons-react';
import type { Element } from '#shared/model/content.ts';
import type { PageDrawing } from '#shared/model/pages.ts';
import { type ReadingNode, readingOf } from '#shared/scene/phone/reading-order.ts';
import {
  type PhoneSize,
  phoneSettingsOf,
  type PhoneSettings as Settings,
  withPhoneSettings,
} from '#shared/scene/phone/settings.ts';
import { elementName } from '../editor/element-name.ts';
import { useEditorSession } from '../editor/session.ts';

const sizes = [
  { value: 'small', label: 'Small' },
  { value: 'normal', label: 'Normal' },
  { value: 'large', label: 'Large' },
];

interface Line {
  element: Element;
  depth: number;
  /** Ids of those that it stands among, in their order. */
  among: string[];
}

const linesOf = (nodes: readonly ReadingNode[], depth = 0): Line[] => {
  const among = nodes.map(({ element }) => element.id);
  return nodes.flatMap(({ element, children }) => [
    { element, depth, among },
    ...linesOf(children, depth + 1),
  ]);
};

/** What a designer sets of a page on phones: the order, what is left out, and how large things are. */
export function PhoneSettings({ drawing }: { drawing: PageDrawing }) {
  const { editor } = useEditorSession();
  const { covers, nodes } = readingOf(drawing.elements, drawing.canvasSize, { withHidden: true });
  const lines = [...linesOf(nodes), ...covers.map((element) => ({ element, depth: 0, among: [element.id] }))];
  const change = (label: string, id: string, changes: Settings) =>
    editor.edit(label, [id], (element) => withPhoneSettings(element, changes));
  const move = ({ element, among }: Line, step: 1 | -1) => {
    const place = among.indexOf(element.id);
    const next = among.filter((id) => id !== element.id);
    next.splice(place + step, 0, element.id);
    editor.edit('Reorder on phones', among, (one) => withPhoneSettings(one, { order: next.indexOf(one.id) }));
  };
  const reset = () => {
    const ids = drawing.elements.filter(({ constraints }) => constraints.phone).map(({ id }) => id);
    editor.edit(
      'Reset the phone layout',
      ids,
      ({ constraints: { phone: _phone, ...constraints }, ...rest }) => ({
        ...rest,
        constraints,
      }),
    );
  };
  return (
    <section aria-label="On phones">
      <Group justify="space-between" mb={6}>
        <Text size="sm" fw={650}>
          On phones
        </Text>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={reset}>
          Reset
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mb="xs">
        The page is laid out in one column by itself. Change the order, leave things out, or make them larger.
      </Text>
      <Stack gap={4} component="ol" className="db-list">
        {lines.map((line) => {
          const { element, depth, among } = line;
          const { hidden, size = 'normal' } = phoneSettingsOf(element);
          const name = elementName(element);
          const place = among.indexOf(element.id);
          return (
            <Group key={element.id} component="li" gap={2} wrap="nowrap" pl={depth * 12}>
              <Text
                size="xs"
                truncate
                flex={1}
                c={hidden ? 'dimmed' : undefined}
                td={hidden ? 'line-through' : undefined}
              >
                {name}
              </Text>
              <Select
                size="xs"
                w={62}
                rightSectionWidth={0}
                comboboxProps={{ width: 110, position: 'bottom-end' }}
                aria-label={`Size of ${name} on phones`}
                allowDeselect={false}
                data={sizes}
                value={size}
                onChange={(value) =>
                  value && change('Size on phones', element.id, { size: value as PhoneSize })
                }
              />
              {([-1, 1] as const).map((step) => (
                <ActionIcon
                  key={step}
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`Move ${name} ${step < 0 ? 'up' : 'down'} on phones`}
                  disabled={step < 0 ? place === 0 : place === among.length - 1}
                  onClick={() => move(line, step)}
                >
                  {step < 0 ? <IconArrowUp size={15} /> : <IconArrowDown size={15} />}
                </ActionIcon>
              ))}
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={`${hidden ? 'Show' : 'Hide'} ${name} on phones`}
                aria-pressed={hidden === true}
                onClick={() =>
                  change(hidden ? 'Show on phones' : 'Hide on phones', element.id, { hidden: !hidden })
                }
              >
                {hidden ? <IconEyeOff size={15} /> : <IconEye size={15} />}
              </ActionIcon>
            </Group>
          );
        })}
      </Stack>
    </section>
  );
}
