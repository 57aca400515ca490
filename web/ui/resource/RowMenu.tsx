import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Column } from '../DataTable.tsx';

interface RowMenuProps {
  /** Whose menu it is: 'Ann Lee'. */
  name: string;
  /** px */
  width?: number;
  /** `Menu.Item`s; those that change something are marked (`data-changes`). */
  children: ReactNode;
}

/** What can be done to a row. */
export const RowMenu = ({ name, width = 190, children }: RowMenuProps) => (
  <Menu position="bottom-end" width={width}>
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
        <IconDots size={18} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);

interface RowMenuItemProps {
  onClick: () => void;
}

/** Opens the form of a row's thing. */
export const EditItem = ({ onClick }: RowMenuItemProps) => (
  <Menu.Item leftSection={<IconPencil size={16} />} onClick={onClick}>
    Edit
  </Menu.Item>
);

/** Asks whether a row's thing is to be removed. */
export const RemoveItem = ({ onClick }: RowMenuItemProps) => (
  <Menu.Item data-changes color="red" leftSection={<IconTrash size={16} />} onClick={onClick}>
    Remove
  </Menu.Item>
);

/** The last column of a list, with each row's menu. */
export const menuColumn = <Row,>(render: Column<Row>['render']): Column<Row> => ({
  key: 'menu',
  title: <span className="db-visually-hidden">Actions</span>,
  width: 56,
  controls: true,
  render,
});
