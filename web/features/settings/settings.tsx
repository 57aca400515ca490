import type { SettingsPanel } from './panel.ts';
import { AppearancePanel } from './panels/AppearancePanel.tsx';
import { ContextsPanel } from './panels/ContextsPanel.tsx';
import { PasswordPanel } from './panels/PasswordPanel.tsx';
import { ProfilePanel } from './panels/ProfilePanel.tsx';
import { WorkspacePanel } from './panels/WorkspacePanel.tsx';

export const panels: SettingsPanel[] = [
  {
    id: 'workspace',
    title: 'Workspace',
    description: 'Its name, time zone, colour, and who may join.',
    order: 10,
    group: 'Workspace',
    access: 'tenant.edit',
    Panel: WorkspacePanel,
  },
  {
    id: 'contexts',
    title: 'Contexts',
    description: 'Named sets of values that merge fields and dialling read.',
    order: 20,
    group: 'Workspace',
    access: 'tenant.contexts',
    Panel: ContextsPanel,
  },
  {
    id: 'profile',
    title: 'Profile',
    description: 'Who you are in this workspace.',
    order: 70,
    group: 'You',
    access: 'signed-in',
    Panel: ProfilePanel,
  },
  {
    id: 'password',
    title: 'Password',
    description: 'Change the password you sign in with.',
    order: 80,
    group: 'You',
    access: 'signed-in',
    Panel: PasswordPanel,
  },
  {
    id: 'appearance',
    title: 'Appearance',
    description: 'How Dealbell looks in this browser.',
    order: 90,
    group: 'You',
    access: 'signed-in',
    Panel: AppearancePanel,
  },
];
