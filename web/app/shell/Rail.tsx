import { Box, UnstyledButton } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { Mark } from '#web/ui/Mark.tsx';
import type { Holder } from '../access.ts';
import { areaOf, navigationFor } from '../navigation.ts';
import { AreaBadge } from './AreaBadge.tsx';
import styles from './Rail.module.css';

interface RailProps {
  user: Holder;
  /** Icons only. */
  collapsed: boolean;
  /** The page decides: there is no button to expand it. */
  fixed: boolean;
  onToggle: () => void;
}

/** The rail at the start of the window: every area the user may see, by group. */
export function Rail({ user, collapsed, fixed, onToggle }: RailProps) {
  const Toggle = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav className={styles.rail} data-collapsed={collapsed || undefined} aria-label="Areas">
      <Link to="/dashboard" className={styles.brand} aria-label="Dealbell, go to the dashboard">
        <Mark size={26} />
        {!collapsed && (
          <Box component="span" fz="1.0625rem" fw={680} lts="-0.01em">
            Dealbell
          </Box>
        )}
      </Link>
      <div className={styles.groups}>
        <NavigationLinks user={user} collapsed={collapsed} />
      </div>
      {!fixed && (
        <UnstyledButton className={styles.toggle} onClick={onToggle} aria-expanded={!collapsed}>
          <Toggle size={20} stroke={1.6} aria-hidden />
          <span className={collapsed ? 'db-visually-hidden' : undefined}>
            {collapsed ? 'Expand' : 'Collapse'}
          </span>
        </UnstyledButton>
      )}
    </nav>
  );
}

interface NavigationLinksProps {
  user: Holder;
  collapsed?: boolean;
  onFollow?: () => void;
}

/** The groups with their links; the rail and the phone's drawer show the same. */
export function NavigationLinks({ user, collapsed = false, onFollow }: NavigationLinksProps) {
  const current = areaOf(useLocation().pathname)?.path;
  return navigationFor(user).map(({ group, areas }) => (
    <section key={group} className={styles.group} aria-label={group}>
      <div className={styles.heading} aria-hidden>
        {group}
      </div>
      <Box component="ul" className="db-list" display="grid" style={{ gap: 2 }}>
        {areas.map(({ path, label, icon: Icon, load, badge, feature }) => (
          <li key={path}>
            <Link
              to={path}
              className={styles.link}
              aria-current={path === current ? 'page' : undefined}
              aria-label={collapsed ? label : undefined}
              title={collapsed ? label : undefined}
              onClick={onFollow}
              onPointerEnter={() => void load()}
              onFocus={() => void load()}
            >
              <Icon size={20} stroke={1.6} aria-hidden />
              {!collapsed && <span className={styles.label}>{label}</span>}
              {badge && <AreaBadge feature={feature} />}
            </Link>
          </li>
        ))}
      </Box>
    </section>
  ));
}
