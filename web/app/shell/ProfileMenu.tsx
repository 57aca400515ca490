import { Box, UnstyledButton } from '@mantine/core';
import { IconApi, IconLock, IconLogout, IconUser } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { Initials } from '#web/ui/Initials.tsx';
import { logout, useSignedIn } from '../session.ts';
import styles from './ProfileMenu.module.css';

/**
 * Who is signed in, their own settings, and the way out. The browser's own popover closes it on Escape or a click
 * elsewhere and gives the focus back; a menu component would double what the shell weighs.
 */
export function ProfileMenu() {
  const { user } = useSignedIn();
  const menu = useRef<HTMLDivElement>(null);
  const name = user.fullName || user.username;
  const close = () => menu.current?.hidePopover();
  return (
    <>
      <UnstyledButton bdrs="50%" popoverTarget="profile-menu">
        <span className="db-visually-hidden">Profile of {name}</span>
        <Initials name={name} size={34} />
      </UnstyledButton>
      <div ref={menu} id="profile-menu" popover="auto" className={styles.menu}>
        <Box className="db-wrap db-line-below" p="8px 10px 12px" mb={6}>
          <Box fw={620}>{name}</Box>
          <div className="db-small">{user.email}</div>
          <Box className="db-small" tt="capitalize">
            {user.role}
          </Box>
        </Box>
        <nav aria-label="Your account">
          <Link to="/settings/profile" className={styles.item} onClick={close}>
            <IconUser size={17} stroke={1.6} aria-hidden /> Profile
          </Link>
          <Link to="/settings/password" className={styles.item} onClick={close}>
            <IconLock size={17} stroke={1.6} aria-hidden /> Password
          </Link>
          <a href="/api/docs" target="_blank" rel="noopener" className={styles.item} onClick={close}>
            <IconApi size={17} stroke={1.6} aria-hidden /> API reference
          </a>
        </nav>
        <button type="button" className={styles.item} onClick={logout}>
          <IconLogout size={17} stroke={1.6} aria-hidden /> Sign out
        </button>
      </div>
    </>
  );
}
