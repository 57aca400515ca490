import { ActionIcon, Flex, Group, Stack } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { moved } from './drafts.ts';
import styles from './settings-panel.module.css';

interface SortableRowsProps<T> {
  items: readonly T[];
  /** 'status', 'field': for the names of the buttons. */
  what: string;
  minimum: number;
  onChange: (items: T[]) => void;
  render: (item: T, change: (part: Partial<T>) => void) => ReactNode;
}

/** Rows that can be moved and removed. */
export function SortableRows<T extends { row: number; label: string }>({
  items,
  what,
  minimum,
  onChange,
  render,
}: SortableRowsProps<T>) {
  return (
    <Stack component="ol" className="db-list" gap={8}>
      {items.map((item, at) => {
        const name = item.label || `the new ${what}`;
        return (
          <Group
            component="li"
            key={item.row}
            className={styles.row}
            gap={0}
            align="flex-start"
            wrap="nowrap"
          >
            <Flex gap={6} wrap="wrap" flex={1} miw={0} me={6}>
              {render(item, (part) =>
                onChange(items.map((other) => (other === item ? { ...other, ...part } : other))),
              )}
            </Flex>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              disabled={at === 0}
              aria-label={`Move ${name} up`}
              onClick={() => onChange(moved(items, at, -1))}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              disabled={at === items.length - 1}
              aria-label={`Move ${name} down`}
              onClick={() => onChange(moved(items, at, 1))}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              size={36}
              disabled={items.length <= minimum}
              aria-label={`Remove ${name}`}
              onClick={() => onChange(items.filter((other) => other !== item))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        );
      })}
    </Stack>
  );
}
