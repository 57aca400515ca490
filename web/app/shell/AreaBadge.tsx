import { type ComponentType, lazy, Suspense } from 'react';

type Badge = { default: ComponentType };
const badges = Object.entries(import.meta.glob<Badge>('../../features/*/badge.tsx')).map(
  ([path, load]) => [path, lazy(load)] as const,
);

/** What an area's name in the navigation carries, such as a count; it is fetched after the shell. */
export function AreaBadge({ feature }: { feature: string }) {
  const Badge = badges.find(([path]) => path === `../../features/${feature}/badge.tsx`)?.[1];
  return (
    Badge && (
      <Suspense fallback={null}>
        <Badge />
      </Suspense>
    )
  );
}
