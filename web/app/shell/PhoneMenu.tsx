import { Drawer } from '@mantine/core';
import type { Role } from '#shared/api/contract.ts';
import { Mark } from '#web/ui/Mark.tsx';
import styles from './PhoneMenu.module.css';
import { NavigationLinks } from './Rail.tsx';

interface PhoneMenuProps {
  role: Role;
  opened: boolean;
  onClose: () => void;
}

/** The rail of a phone. */
export default function PhoneMenu({ role, opened, onClose }: PhoneMenuProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={280}
      title={
        <span className={styles.brand}>
          <Mark size={24} /> Dealbell
        </span>
      }
      closeButtonProps={{ 'aria-label': 'Close the menu' }}
      classNames={{ content: styles.content, header: styles.header, close: styles.close }}
    >
      <nav aria-label="Areas">
        <NavigationLinks role={role} onFollow={onClose} />
      </nav>
    </Drawer>
  );
}
