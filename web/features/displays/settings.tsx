import type { SettingsPanel } from '../settings/panel.ts';
import { SignageSettings } from './signage-settings.tsx';

export const panels: SettingsPanel[] = [
  {
    id: 'signage',
    title: 'Digital signage',
    description: 'How your displays are reached.',
    order: 30,
    group: 'Connections',
    access: 'displays.manage',
    Panel: SignageSettings,
  },
];
