import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { refusalOf } from './access.ts';
import { areaOf } from './navigation.ts';
import { useSignedIn } from './session.ts';

interface AreaLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

/** A link into an area; nothing where the area is not built or not open to the user. */
export function AreaLink({ to, className, children }: AreaLinkProps) {
  const { user } = useSignedIn();
  const area = areaOf(new URL(to, location.origin).pathname);
  if (!area || refusalOf(area.access, user)) return null;
  return (
    <Anchor component={Link} to={to} size="sm" className={className}>
      {children}
    </Anchor>
  );
}
