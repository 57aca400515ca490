import { ActionIcon, Box, UnstyledButton } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { lazy } from '#web/ui/lazy.tsx';
import { useSignedIn } from '../session.ts';
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx';
import { JobsTray } from './JobsTray.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import styles from './TopBar.module.css';

const PhoneButton = lazy(() => import('#web/phone/PhoneButton.tsx'));

interface TopBarProps {
  phone: boolean;
  onMenu: () => void;
  onSearch: () => void;
}

const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Tenant, search, the agent's phone, colour scheme, profile. */
export function TopBar({ phone, onMenu, onSearch }: TopBarProps) {
  const { user } = useSignedIn();
  return (
    <header className={styles.bar}>
      {phone && (
        <ActionIcon variant="subtle" color="gray" size="lg" onClick={onMenu} aria-label="Open the menu">
          <IconMenu2 size={20} />
        </ActionIcon>
      )}
      <Box className="db-cut db-grow" fw={600} title={user.tenantName}>
        {user.tenantName}
      </Box>
      <div className={styles.tools}>
        {phone ? (
          <ActionIcon variant="subtle" color="gray" size="lg" onClick={onSearch} aria-label="Search">
            <IconSearch size={20} />
          </ActionIcon>
        ) : (
          <UnstyledButton className={styles.search} onClick={onSearch} aria-keyshortcuts="Control+K">
            <IconSearch size={16} aria-hidden />
            <span>Search or jump to</span>
            <kbd className={styles.key}>{command} K</kbd>
          </UnstyledButton>
        )}
        <PhoneButton small={phone} />
        <JobsTray />
        <ColorSchemeSwitch />
        <ProfileMenu />
      </div>
    </header>
  );
}
