import { UnstyledButton } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import type { Holder } from '../access.ts';
import { areaOf, type BuiltArea, navigationFor } from '../navigation.ts';
import styles from './BottomBar.module.css';

type Navigation = ReturnType<typeof navigationFor>;

interface Item {
  key: string;
  area: BuiltArea;
  /** Below the icon. */
  text: string;
  spoken: string;
  isCurrent: boolean;
}

const most = 4;

/** Groups, each leading to the area that bears its name or else to its first. */
const groupItems = (navigation: Navigation, current: BuiltArea | undefined): Item[] =>
  navigation.slice(0, most).map(({ group, areas }) => {
    const area = areas.find(({ label }) => label === group) ?? areas[0]!;
    return {
      key: group,
      area,
      text: areas.length > 1 ? group : area.label,
      spoken: areas.length > 1 && area.label !== group ? `${group}: ${area.label}` : area.label,
      isCurrent: group === current?.group,
    };
  });

/** Of one group alone its first area, those with a count, and as many of the others as there is room for. */
function areaItems(areas: readonly BuiltArea[], current: BuiltArea | undefined): Item[] {
  const first = areas.filter(({ badge }, at) => at === 0 || badge);
  const shown = new Set([...new Set([...first, ...areas])].slice(0, most));
  return areas
    .filter((area) => shown.has(area))
    .map((area) => ({
      key: area.path,
      area,
      text: area.label,
      spoken: area.label,
      isCurrent: area === current,
    }));
}

/** The phone's bar: the first groups, or the areas of a group that is alone, and the menu with all of them. */
export function BottomBar({ user, onMenu }: { user: Holder; onMenu: () => void }) {
  const { pathname } = useLocation();
  const current = areaOf(pathname);
  const navigation = navigationFor(user, pathname);
  const items =
    navigation.length === 1 ? areaItems(navigation[0]!.areas, current) : groupItems(navigation, current);
  return (
    <nav className={styles.bar} aria-label="Groups">
      {items.map(({ key, area, text, spoken, isCurrent }) => (
        <Link
          key={key}
          to={area.path}
          className={styles.item}
          aria-current={area === current ? 'page' : undefined}
          data-current={isCurrent || undefined}
          aria-label={spoken}
        >
          <area.icon size={21} stroke={1.6} aria-hidden />
          <span>{text}</span>
        </Link>
      ))}
      <UnstyledButton className={styles.item} onClick={onMenu}>
        <IconMenu2 size={21} stroke={1.6} aria-hidden />
        <span>Menu</span>
      </UnstyledButton>
    </nav>
  );
}
