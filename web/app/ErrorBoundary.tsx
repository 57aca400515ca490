import { Box, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** Shows what went wrong in place of a page that broke; another address, or trying again, brings it back. */
export function ErrorBoundary({ children, fallback }: Pick<BoundaryProps, 'children' | 'fallback'>) {
  return (
    <Boundary address={useLocation().pathname} fallback={fallback}>
      {children}
    </Boundary>
  );
}

interface BoundaryProps {
  address: string;
  children: ReactNode;
  /** What to show instead; by default a page. */
  fallback?: (error: unknown, onRetry: () => void) => ReactNode;
}

class Boundary extends Component<BoundaryProps, { error: unknown; address: string }> {
  override state: { error: unknown; address: string } = { error: undefined, address: this.props.address };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps({ address }: BoundaryProps, state: { address: string }) {
    return address === state.address ? null : { error: undefined, address };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const retry = () => this.setState({ error: undefined });
    return this.props.fallback?.(error, retry) ?? <ErrorPage error={error} onRetry={retry} />;
  }
}

/** A part of the app that could not be fetched: no network, or a new version has replaced it. */
const isMissingPart = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed/i.test(error.message);

function ErrorPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const missing = isMissingPart(error);
  return (
    <Box role="alert" className="db-center" mih="60vh">
      <EmptyState
        icon={IconAlertTriangle}
        tone="danger"
        title={missing ? 'This page could not be loaded' : 'This page stopped working'}
        action={
          <>
            <Button onClick={missing ? () => window.location.reload() : onRetry}>
              {missing ? 'Reload' : 'Try again'}
            </Button>
            <Button component="a" href="/dashboard" variant="default">
              Go to the dashboard
            </Button>
          </>
        }
      >
        <title>Something went wrong · Dealbell</title>
        {missing
          ? 'The connection was lost, or a new version has been released. What you saved is safe.'
          : 'Something unexpected happened on this page. What you saved is safe.'}
      </EmptyState>
    </Box>
  );
}
