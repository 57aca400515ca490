import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BrowserRouter } from 'react-router';
import { ToastHost } from '#web/ui/ToastHost.tsx';
import { queryClient } from './api.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Routes } from './routes.tsx';
import { session } from './session.ts';
import { cssVariablesResolver, theme } from './theme.ts';

/** What one user has loaded is never shown to the next: signing out or changing user empties the cache. */
function useCacheOfOneUser() {
  useEffect(() => {
    const owner = () => session.get()?.user.userId;
    let before = owner();
    return session.subscribe(() => {
      const now = owner();
      if (now !== before) queryClient.clear();
      before = now;
    });
  }, []);
}

export function App() {
  useCacheOfOneUser();
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <ErrorBoundary>
            <Routes />
          </ErrorBoundary>
        </BrowserRouter>
        <ToastHost />
      </QueryClientProvider>
    </MantineProvider>
  );
}
