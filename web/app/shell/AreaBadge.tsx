import type { ComponentType } from 'react';
import { lazy } from '#web/ui/lazy.tsx';

type Badge = { default: ComponentType };
const badges = Object.entries(import.meta.glob<Badge>('../../features/*/{badge,*-badge}.tsx')).map(
  ([path, load]) => [path, lazy(load)] as const,
);

/** What an area's name in the navigation carries, such as a count; it is fetched after the shell. */
export function AreaBadge({ feature, badge }: { feature: string; badge: string | true }) {
  const file = `../../features/${feature}/${badge === true ? 'badge' : badge}.tsx`;
  const Badge = badges.find(([path]) => path === file)?.[1];
  return Badge && <Badge />;
}
