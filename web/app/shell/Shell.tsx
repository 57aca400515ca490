import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { bellAtom } from '#web/features/celebrations/bell/bell.ts';
import { lazy } from '#web/ui/lazy.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { whenIdle } from '#web/ui/when-idle.ts';
import { mayDo } from '../access.ts';
import { freshUser } from '../fresh-user.ts';
import { areaOf, isCanvas } from '../navigation.ts';
import { session, useSignedIn } from '../session.ts';
import { HeldControls } from '../standing/HeldControls.tsx';
import { BottomBar } from './BottomBar.tsx';
import { Rail } from './Rail.tsx';
import styles from './Shell.module.css';
import { TopBar } from './TopBar.tsx';
import { useGoalNews } from './useGoalNews.ts';
import { useRail } from './useRail.ts';

const loadPalette = () => import('./CommandPalette.tsx');
const CommandPalette = lazy(loadPalette);
const CallBar = lazy(() => import('#web/phone/CallBar.tsx'));
const PhoneMenu = lazy(() => import('./PhoneMenu.tsx'));
const StandingBanner = lazy(() => import('./StandingBanner.tsx'));
const AddFactorPage = lazy(() => import('#web/features/settings/AddFactorPage.tsx'));
const EmergencyCallBanner = lazy(() => import('#web/phone/emergency/EmergencyCallBanner.tsx'));
const BellDialog = lazy(() => import('#web/features/celebrations/bell/BellDialog.tsx'));
const WinToasts = lazy(() => import('#web/features/celebrations/bell/WinToasts.tsx'));
const EmergencyBanner = lazy(() => import('#web/features/displays/emergency/EmergencyBanner.tsx'));

/** Moves the focus to the page when the address changes, so that a screen reader starts at its top. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const area = areaOf(pathname)?.path ?? pathname;
  const last = useRef(area);
  useEffect(() => {
    if (last.current === area) return;
    last.current = area;
    main.current?.focus({ preventScroll: true });
    main.current?.scrollTo(0, 0);
  }, [area]);
  return main;
}

/** Ctrl+K or ⌘K, wherever the focus is. */
function useCommandKey(open: () => void) {
  const latest = useEffectEvent(open);
  useEffect(() => {
    // It is there when it is asked for, so that the first letters typed after the key are not lost.
    whenIdle(() => void loadPalette().catch(() => undefined));
    const listener = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      latest();
    };
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/**
 * Role, permissions and name may have been changed by an admin since the sign-in; the session follows. Until the first
 * answer it is not known whether the pages would be refused.
 */
function useFreshUser() {
  const { data, isFetched } = useQuery(freshUser);
  useEffect(() => {
    if (!data || data.userId !== session.get()?.user.userId) return;
    const { role, permissions, email, firstName, lastName, fullName } = data;
    session.updateUser({ role, permissions, email, firstName, lastName, fullName });
  }, [data]);
  // Offline or refused, the pages themselves say so; what they ask again must not take them away.
  return { me: data, isAsking: !isFetched };
}

/** Whether a second step must be added first: from the server's word on until the user says that it is done. */
function useMustAddFactor(asked: boolean | undefined): [boolean, () => void] {
  const [held, setHeld] = useState(false);
  // Adding it ends the server's question before the recovery codes have been kept.
  if (asked && !held) setHeld(true);
  return [held, () => setHeld(false)];
}

/** Only where pages are shown: before, the user may not ask for anything. */
function GoalNews() {
  useGoalNews();
  return null;
}

/** Everything around the pages: rail, top bar, command palette; on a phone a drawer and a bottom bar. */
export default function Shell() {
  const { user } = useSignedIn();
  const { pathname } = useLocation();
  const phone = useMediaQuery('(max-width: 48em)', window.innerWidth < 768, {
    getInitialValueInEffect: false,
  });
  const [collapsed, toggleRail] = useRail();
  const [palette, setPalette] = useState<number>(0);
  const [menu, setMenu] = useState<boolean | null>(null);
  const main = useFocusOnNavigation();
  const canvas = isCanvas(pathname);
  const bell = useAtomValue(bellAtom);
  const openPalette = () => setPalette((times) => times + 1);
  const { me, isAsking } = useFreshUser();
  const [mustAddFactor, factorAdded] = useMustAddFactor(me?.mustAddFactor);
  useCommandKey(openPalette);

  if (mustAddFactor)
    return (
      <main id="main" ref={main} tabIndex={-1}>
        <AddFactorPage onDone={factorAdded} />
      </main>
    );
  if (isAsking)
    return (
      <main id="main" ref={main} tabIndex={-1} className={styles.page}>
        <PageSkeleton />
      </main>
    );
  return (
    <div className={styles.shell} data-canvas={canvas || undefined} data-phone={phone || undefined}>
      <HeldControls />
      <GoalNews />
      <a href="#main" className={styles.skip}>
        Skip to the page
      </a>
      {!phone && <Rail user={user} collapsed={canvas || collapsed} fixed={canvas} onToggle={toggleRail} />}
      {!canvas && <TopBar phone={phone} onMenu={() => setMenu(true)} onSearch={openPalette} />}
      <div className={styles.standing}>
        {mayDo('displays.view', user) && <EmergencyBanner />}
        <StandingBanner />
        {mayDo('extensions.view', user) && <EmergencyCallBanner />}
        {mayDo('calls.create', user) && <CallBar />}
      </div>
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <div className={canvas ? styles.canvas : styles.page}>
          <Outlet />
        </div>
      </main>
      {phone && !canvas && <BottomBar user={user} onMenu={() => setMenu(true)} />}
      {menu !== null && <PhoneMenu user={user} opened={menu} onClose={() => setMenu(false)} />}
      {mayDo('celebrations.view', user) && <WinToasts />}
      {bell && <BellDialog />}
      {palette > 0 && <CommandPalette user={user} asked={palette} />}
    </div>
  );
}
