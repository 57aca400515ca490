import { Box, UnstyledButton } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { lazy } from '#web/ui/lazy.tsx';
import { Mark } from '#web/ui/Mark.tsx';
import { type Holder, mayDo } from '../access.ts';
import { areaOf, homeOf, isPortal, isShopOnly, navigationFor } from '../navigation.ts';
import { AreaBadge } from './AreaBadge.tsx';
import styles from './Rail.module.css';

const ShopCard = lazy(() => import('#web/features/marketplace/vendor/ShopCard.tsx'));

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
  const area = areaOf(useLocation().pathname)?.path;
  const groups = useRef<HTMLDivElement>(null);
  // An address of one of the last areas would leave open where one is: they lie below the edge of most windows.
  useEffect(() => {
    if (area) groups.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [area]);
  const Toggle = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav className={styles.rail} data-collapsed={collapsed || undefined} aria-label="Areas">
      <Link to={homeOf(user)} className={styles.brand} aria-label="Dealbell, go to the dashboard">
        <Mark size={26} />
        {!collapsed && (
          <Box component="span" fz="1.0625rem" fw={680} lts="-0.01em">
            Dealbell
          </Box>
        )}
      </Link>
      <div ref={groups} className={styles.groups}>
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
  const { pathname } = useLocation();
  const current = areaOf(pathname)?.path;
  const sections = navigationFor(user, pathname).map(({ group, areas }) => (
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
              {!collapsed && <span className="db-cut">{label}</span>}
              {badge && <AreaBadge feature={feature} badge={badge} />}
            </Link>
          </li>
        ))}
      </Box>
    </section>
  ));
  const showsShop = !collapsed && mayDo('marketplace.sell', user) && (isShopOnly(user) || isPortal(pathname));
  return (
    <>
      {sections}
      {showsShop && <ShopCard />}
    </>
  );
}
