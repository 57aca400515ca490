// biome-ignore-all lint/a11y/useSemanticElements: a fieldset cannot be laid out like this group
import { ActionIcon, Button, Checkbox, Group, Popover, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useLeadSettings } from '../shared/lookups.ts';
import { chosenColumns, columnsOf, defaultColumns } from './column-names.ts';
import styles from './toolbar.module.css';

interface ColumnsMenuProps {
  columns: readonly string[];
  onChange: (columns: string[]) => void;
}

/** Which columns the table has, and in which order. */
export function ColumnsMenu({ columns, onChange }: ColumnsMenuProps) {
  const all = columnsOf(useLeadSettings());
  const chosen = chosenColumns(all, columns);
  const keys = chosen.map(({ key }) => key);
  const others = all.filter(({ key }) => !keys.includes(key));
  const move = (at: number, by: -1 | 1) => {
    const next = [...keys];
    const [key] = next.splice(at, 1);
    next.splice(at + by, 0, key!);
    onChange(next);
  };
  return (
    <Popover position="bottom-end" width={290} shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard */}
        <div className={styles.columns} tabIndex={0} role="group" aria-label="Columns of the table">
          {chosen.map(({ key, title }, at) => (
            <Group key={key} gap={0} wrap="nowrap" justify="space-between" mih={32}>
              <Checkbox
                size="sm"
                label={title}
                checked
                onChange={() => onChange(keys.filter((other) => other !== key))}
              />
              <span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  disabled={at === 0}
                  aria-label={`Move ${title} to the left`}
                  onClick={() => move(at, -1)}
                >
                  <IconArrowUp size={15} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  disabled={at === keys.length - 1}
                  aria-label={`Move ${title} to the right`}
                  onClick={() => move(at, 1)}
                >
                  <IconArrowDown size={15} />
                </ActionIcon>
              </span>
            </Group>
          ))}
          {others.length > 0 && (
            <Text size="xs" c="dimmed" mt={8} mb={4}>
              Not shown
            </Text>
          )}
          {others.map(({ key, title }) => (
            <Group key={key} gap={0} wrap="nowrap" justify="space-between" mih={32}>
              <Checkbox size="sm" label={title} checked={false} onChange={() => onChange([...keys, key])} />
            </Group>
          ))}
        </div>
        <Button
          mt="xs"
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => onChange([...defaultColumns])}
        >
          Back to the usual columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
