import '@mantine/spotlight/styles.css';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { IconApi, IconLogout, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Holder } from '../access.ts';
import { navigationFor } from '../navigation.ts';
import { logout } from '../session.ts';
import styles from './CommandPalette.module.css';

interface CommandPaletteProps {
  user: Holder;
  /** Grows by one each time the palette is asked for; it opens then. */
  asked: number;
}

/** Ctrl+K: every area the user may see, and what can be done from anywhere. */
export default function CommandPalette({ user, asked }: CommandPaletteProps) {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';

  useEffect(() => {
    if (asked > 0) spotlight.open();
  }, [asked]);

  const actions: SpotlightActionGroupData[] = [
    ...navigationFor(user).map(({ group, areas }) => ({
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
  ];

  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      nothingFound="Nothing is called that."
      highlightQuery
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      scrollable
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      classNames={{ actionsGroup: styles.group }}
      maxHeight={420}
      searchProps={{
        placeholder: 'Search or jump to',
        leftSection: <IconSearch size={18} />,
        'aria-label': 'Search',
      }}
      transitionProps={{ duration: 120 }}
    />
  );
}
