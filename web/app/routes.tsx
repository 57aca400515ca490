import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Navigate, type RouteObject, useRoutes } from 'react-router';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { OfficeOnly, RequireAccess, RequireSession, SignedOutOnly } from './guards.tsx';
import { areas, type BuiltArea } from './navigation.ts';

type Load = () => Promise<{ default: ComponentType }>;

/** A page that is fetched when it is opened. A page that breaks takes nothing else with it. */
function lazily(load: Load, fallback: ReactNode = <PageSkeleton />) {
  const Page = lazy(load);
  return (
    <ErrorBoundary>
      <Suspense fallback={fallback}>
        <Page />
      </Suspense>
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
    element: <RequireSession>{lazily(() => import('./shell/Shell.tsx'), null)}</RequireSession>,
    children: [
      { index: true, element: <Navigate to="/dashboard" replace /> },
      ...areas.map(areaRoute),
      { path: '*', element: lazily(() => import('./NotFoundPage.tsx')) },
    ],
  },
];

export function Routes() {
  return useRoutes(routes);
}
