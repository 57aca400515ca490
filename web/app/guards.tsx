import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import type { Access } from '#shared/api/contract.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { refusalOf } from './access.ts';
import { homeOf, isShopOnly, portal } from './navigation.ts';
import { safeNext, signInFor } from './safe-next.ts';
import { session, useSession } from './session.ts';

interface RequireSessionProps {
  children: ReactNode;
  /** What somebody who comes from elsewhere sees in the place of the sign-in, by the address. */
  signedOut: Readonly<Record<string, ReactNode>>;
}

/** Sends whoever is not signed in to /login, and back to this address afterwards. */
export function RequireSession({ children, signedOut }: RequireSessionProps) {
  const here = useLocation();
  if (useSession()) return children;
  const page = session.endedBy() === null ? signedOut[here.pathname] : undefined;
  if (page) return page;
  const wanted = `${here.pathname}${here.search}${here.hash}`;
  // Somebody who chose to leave starts afresh next time.
  const startsAfresh = session.endedBy() === 'signed-out' || wanted === '/';
  return <Navigate to={startsAfresh ? '/login' : signInFor(wanted)} replace />;
}

/** Shows its children to whoever may see them, and to others why they may not. */
export function RequireAccess({ access, children }: { access: Access; children: ReactNode }) {
  const user = useSession()?.user;
  const refusal = refusalOf(access, user);
  if (!refusal) return children;
  return (
    <EmptyState
      icon={IconLock}
      title={refusal}
      action={
        <Button component={Link} to={homeOf(user)} variant="default">
          Go to the dashboard
        </Button>
      }
    >
      <title>Access denied · Dealbell</title>
      An admin of your workspace can change your role and permissions under Users.
    </EmptyState>
  );
}

/** A page of the office: people of a shop go on to their portal. */
export function OfficeOnly({ children }: { children: ReactNode }) {
  return isShopOnly(useSession()?.user) ? <Navigate to={portal} replace /> : children;
}

/** The sign-in pages: whoever is signed in goes on to where they wanted to go. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const [search] = useSearchParams();
  if (!useSession()) return children;
  return <Navigate to={safeNext(search.get('next'))} replace />;
}
