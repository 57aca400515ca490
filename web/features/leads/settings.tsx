import type { SettingsPanel } from '#web/features/settings/panel.ts';
import { LeadSettingsPanel } from './settings-panel/LeadSettingsPanel.tsx';

export const panels: SettingsPanel[] = [
  {
    id: 'leads',
    title: 'Leads',
    description: 'Statuses, custom fields, and the rules for all leads of the workspace.',
    order: 25,
    group: 'Workspace',
    access: 'leads.manage',
    Panel: LeadSettingsPanel,
  },
];
