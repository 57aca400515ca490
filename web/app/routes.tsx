import type { ComponentType, ReactNode } from 'react';
import { Navigate, type RouteObject, useRoutes } from 'react-router';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { queryClient } from './api.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { freshUser } from './fresh-user.ts';
import { OfficeOnly, RequireAccess, RequireSession, SignedOutOnly } from './guards.tsx';
import { areaOf, areas, type BuiltArea } from './navigation.ts';

type Load = () => Promise<{ default: ComponentType }>;

/** A page that is fetched when it is opened. A page that breaks takes nothing else with it. */
function lazily(load: Load, fallback: ReactNode = <PageSkeleton />) {
  const Page = lazy(load);
  return (
    <ErrorBoundary>
      <WhileLoading show={fallback}>
        <Page />
      </WhileLoading>
    </ErrorBoundary>
  );
}

const areaRoute = ({ path, params = '/*', access, shop, load }: BuiltArea): RouteObject => {
  const page = <RequireAccess access={access}>{lazily(load)}</RequireAccess>;
  return {
    path: `${path}${params}`,
    element: shop === 'redirects' ? <OfficeOnly>{page}</OfficeOnly> : page,
  };
};

const signIn = lazily(() => import('#web/features/sign-in/LoginPage.tsx'), null);
const setup = lazily(() => import('#web/features/sign-in/SetupPage.tsx'), null);
const signUp = lazily(() => import('#web/features/sign-in/SignUpPage.tsx'), null);

const signedOut = {
  // Document 002, section 6: the panel itself asks for the sign-in.
  '/rep-photos': lazily(() => import('#web/features/rep-photos/SignedOutPage.tsx'), null),
};

/** What is around every page of a signed-in user. */
export const loadShell = () => import('./shell/Shell.tsx');

const confirm = lazily(() => import('#web/features/sign-in/ConfirmPage.tsx'), null);

/** Every address of the app. The areas come from the table in navigation.ts. */
const routes: RouteObject[] = [
  { path: '/login', element: <SignedOutOnly>{signIn}</SignedOutOnly> },
  // Also for who is signed in elsewhere in the same browser: the link works once, whoever opens it.
  { path: '/setup', element: setup },
  { path: '/trial', element: <SignedOutOnly>{signUp}</SignedOutOnly> },
  { path: '/register', element: <SignedOutOnly>{signUp}</SignedOutOnly> },
  {
    path: '/forgot-password',
    element: lazily(() => import('#web/features/sign-in/ForgotPasswordPage.tsx'), null),
  },
  {
    path: '/reset-password',
    element: lazily(() => import('#web/features/sign-in/ResetPasswordPage.tsx'), null),
  },
  {
    path: '/accept-invitation',
    element: lazily(() => import('#web/features/sign-in/AcceptInvitationPage.tsx'), null),
  },
  { path: '/verify-email', element: confirm },
  { path: '/confirm-reply-to', element: confirm },
  {
    element: <RequireSession signedOut={signedOut}>{lazily(loadShell, null)}</RequireSession>,
    children: [
      { index: true, element: <Navigate to="/dashboard" replace /> },
      ...areas.map(areaRoute),
      { path: '*', element: lazily(() => import('./NotFoundPage.tsx')) },
    ],
  },
];

/**
 * Asks at once for what the page of a signed-in user needs: each part would otherwise be asked for when the one around
 * it is there, one journey to the server after the other.
 */
export function loadAhead(pathname: string): void {
  void queryClient.prefetchQuery(freshUser);
  for (const load of [loadShell, areaOf(pathname)?.load]) load?.().catch(() => undefined);
}

export function Routes() {
  return useRoutes(routes);
}
