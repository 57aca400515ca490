import { UnstyledButton } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { NavLink, useLocation } from 'react-router';
import type { Holder } from '../access.ts';
import { areaOf, navigationFor } from '../navigation.ts';
import styles from './BottomBar.module.css';

/** The phone's bar: the first four groups, each leading to the area that bears its name or else to its first, and the menu with all of them. */
export function BottomBar({ user, onMenu }: { user: Holder; onMenu: () => void }) {
  const { pathname } = useLocation();
  const current = areaOf(pathname)?.group;
  return (
    <nav className={styles.bar} aria-label="Groups">
      {navigationFor(user, pathname)
        .slice(0, 4)
        .map(({ group, areas }) => {
          const { path, label, icon: Icon } = areas.find((area) => area.label === group) ?? areas[0]!;
          return (
            <NavLink
              key={group}
              to={path}
              className={styles.item!}
              data-current={group === current || undefined}
              aria-label={areas.length > 1 && label !== group ? `${group}: ${label}` : label}
            >
              <Icon size={21} stroke={1.6} aria-hidden />
              <span>{areas.length > 1 ? group : label}</span>
            </NavLink>
          );
        })}
      <UnstyledButton className={styles.item} onClick={onMenu}>
        <IconMenu2 size={21} stroke={1.6} aria-hidden />
        <span>Menu</span>
      </UnstyledButton>
    </nav>
  );
}
