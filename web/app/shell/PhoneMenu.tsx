import { Drawer, Group } from '@mantine/core';
import { Mark } from '#web/ui/Mark.tsx';
import type { Holder } from '../access.ts';
import styles from './PhoneMenu.module.css';
import { NavigationLinks } from './Rail.tsx';

interface PhoneMenuProps {
  user: Holder;
  opened: boolean;
  onClose: () => void;
}

/** The rail of a phone. */
export default function PhoneMenu({ user, opened, onClose }: PhoneMenuProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={280}
      title={
        <Group component="span" gap={10} wrap="nowrap" fz="1.0625rem" fw={680}>
          <Mark size={24} /> Dealbell
        </Group>
      }
      closeButtonProps={{ 'aria-label': 'Close the menu' }}
      classNames={{ content: styles.content, header: styles.header, close: styles.close }}
    >
      <nav aria-label="Areas">
        <NavigationLinks user={user} onFollow={onClose} />
      </nav>
    </Drawer>
  );
}
