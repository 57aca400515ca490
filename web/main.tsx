import '@fontsource-variable/inter/wght.css';
import './ui/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { loadAhead, loadShell } from './app/routes.tsx';
import { session, startSession } from './app/session.ts';
import { whenIdle } from './ui/when-idle.ts';

startSession();

/** A deployment took away the file that a page was about to load: the new page has the new one. Once a minute. */
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('reloaded-at') ?? 0);
  if (Date.now() - last < 60_000) return;
  event.preventDefault();
  sessionStorage.setItem('reloaded-at', String(Date.now()));
  location.reload();
});

if (session.get()) loadAhead(location.pathname);
// Whoever signs in now finds it there: its keys work from the first moment.
else whenIdle(() => void loadShell().catch(() => undefined));

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
