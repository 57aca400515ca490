import { Button, Tabs } from '@mantine/core';
import {
  IconAlertOctagon,
  IconCalendarTime,
  IconChartBar,
  IconDeviceTv,
  IconPlaylist,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { DisplaysList } from './DisplaysList.tsx';
import { EmergencyDialog } from './emergency/EmergencyDialog.tsx';

const DisplayPage = lazy(() => import('./display/DisplayPage.tsx'));
const PlaylistsPage = lazy(() => import('./playlists/PlaylistsPage.tsx'));
const PlaylistEditor = lazy(() => import('./playlists/PlaylistEditor.tsx'));
const SchedulePage = lazy(() => import('./schedule/SchedulePage.tsx'));
const PlaysPage = lazy(() => import('./plays/PlaysPage.tsx'));

const tabs = [
  {
    value: 'screens',
    path: '/displays',
    label: 'Screens',
    icon: IconDeviceTv,
    about: 'What hangs on which screen now, and since when.',
  },
  {
    value: 'playlists',
    path: '/displays/playlists',
    label: 'Playlists',
    icon: IconPlaylist,
    about: 'Signs, images and videos that follow one another.',
  },
  {
    value: 'schedule',
    path: '/displays/schedule',
    label: 'Schedule',
    icon: IconCalendarTime,
    about: 'Which playlist shows when, by the clock of each display.',
  },
  {
    value: 'plays',
    path: '/displays/plays',
    label: 'Proof of play',
    icon: IconChartBar,
    about: 'What was really shown, from when to when.',
  },
] as const;

/** Displays and what they show: screens, playlists, schedule, proof of play, emergencies. */
export default function DisplaysPage() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const current = tabs.find(({ path, value }) => value !== 'screens' && pathname.startsWith(path)) ?? tabs[0];
  return (
    <>
      <PageHeader
        title="Displays"
        documentTitle={current.value === 'screens' ? 'Displays' : `${current.label} · Displays`}
        description={current.about}
        actions={
          <Button
            data-changes
            color="red"
            variant="light"
            leftSection={<IconAlertOctagon size={17} />}
            onClick={() => setAsking(true)}
          >
            Emergency
          </Button>
        }
      />
      <Tabs
        value={current.value}
        onChange={(value) => navigate(tabs.find((tab) => tab.value === value)!.path)}
        mb="lg"
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List
          style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}
          aria-label="Parts of the displays"
        >
          {tabs.map(({ value, label, icon: Icon }) => (
            <Tabs.Tab key={value} value={value} leftSection={<Icon size={16} aria-hidden />}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={current.value} pt="lg">
          <WhileLoading show={<LinesSkeleton lines={6} />}>
            <Routes>
              <Route index element={<DisplaysList />} />
              <Route path="screen/:displayId" element={<DisplayPage />} />
              <Route path="playlists" element={<PlaylistsPage />} />
              <Route path="playlists/:playlistId" element={<PlaylistEditor />} />
              <Route path="schedule" element={<SchedulePage />} />
              <Route path="plays" element={<PlaysPage />} />
              <Route path="*" element={<Navigate to="/displays" replace />} />
            </Routes>
          </WhileLoading>
        </Tabs.Panel>
      </Tabs>
      {asking && <EmergencyDialog onClose={() => setAsking(false)} />}
    </>
  );
}
