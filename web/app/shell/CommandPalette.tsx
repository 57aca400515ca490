import '@mantine/spotlight/styles.css';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { IconApi, IconLogout, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Holder } from '../access.ts';
import { navigationFor } from '../navigation.ts';
import { logout } from '../session.ts';
import styles from './CommandPalette.module.css';
import { useBellCommands } from './useBellCommands.tsx';
import { useFoundLeads } from './useFoundLeads.tsx';
import { usePhoneCommands } from './usePhoneCommands.tsx';
import { useStatusCommands } from './useStatusCommands.tsx';

interface CommandPaletteProps {
  user: Holder;
  /** Grows by one each time the palette is asked for; it opens then. */
  asked: number;
}

const name = 'Command palette';

/**
 * Selects the first of what was found after the typing, where nothing was listed before: Enter goes there. Spotlight
 * selects only as somebody types, and by its keys.
 */
function useSelectFirst(found: unknown[]) {
  const isFound = found.length > 0;
  useEffect(() => {
    if (!isFound) return;
    const palette = document.querySelector(`[role="dialog"][aria-label="${name}"]`);
    if (!palette || palette.querySelector('[data-selected]')) return;
    palette
      .querySelector('input')
      ?.dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowDown', key: 'ArrowDown', bubbles: true }));
  }, [isFound]);
}

/** Ctrl+K: every area the user may see, leads as they are typed, and what can be done from anywhere. */
export default function CommandPalette({ user, asked }: CommandPaletteProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';

  const [typed, setTyped] = useState('');
  const leads = useFoundLeads(typed);
  const phoneCommands = usePhoneCommands();

  const statusCommands = useStatusCommands();
  const bellCommands = useBellCommands();

  useSelectFirst(leads.found);

  useEffect(() => {
    if (asked > 0) spotlight.open();
  }, [asked]);

  const actions: SpotlightActionGroupData[] = [
    ...navigationFor(user, pathname).map(({ group, areas }) => ({
      group,
      actions: areas.map(({ path, label, about, keywords, icon: Icon }) => ({
        id: path,
        label,
        description: about,
        keywords: [...(keywords ?? [])],
        leftSection: <Icon size={20} stroke={1.6} />,
        onClick: () => void navigate(path),
      })),
    })),
    {
      group: 'Do',
      actions: [
        ...phoneCommands,
        ...statusCommands,
        ...bellCommands,
        {
          id: 'scheme',
          label: dark ? 'Switch to light' : 'Switch to dark',
          keywords: ['theme', 'colour scheme', 'appearance', 'mode'],
          leftSection: dark ? <IconSun size={20} stroke={1.6} /> : <IconMoon size={20} stroke={1.6} />,
          onClick: () => setColorScheme(dark ? 'light' : 'dark'),
        },
        {
          id: 'api',
          label: 'Open the API reference',
          keywords: ['openapi', 'developer', 'docs'],
          leftSection: <IconApi size={20} stroke={1.6} />,
          onClick: () => void window.open('/api/docs', '_blank', 'noopener'),
        },
        {
          id: 'sign-out',
          label: 'Sign out',
          keywords: ['log out', 'leave'],
          leftSection: <IconLogout size={20} stroke={1.6} />,
          onClick: logout,
        },
      ],
    },
    ...leads.found,
  ];

  return (
    <Spotlight
      actions={actions}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      nothingFound={leads.isLooking ? 'Looking for leads…' : 'Nothing is called that.'}
      highlightQuery
      attributes={{ content: { 'aria-label': name } }}
      scrollable
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      classNames={{ actionsGroup: styles.group, action: styles.action }}
      maxHeight={420}
      searchProps={{
        placeholder: 'Search leads, or jump to',
        leftSection: <IconSearch size={18} />,
        'aria-label': 'Search',
      }}
      transitionProps={{ duration: 120 }}
    />
  );
}
