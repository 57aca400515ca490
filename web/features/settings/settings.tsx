import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { ApiKeysPanel } from './api-keys/ApiKeysPanel.tsx';
import type { SettingsPanel } from './panel.ts';
import { AppearancePanel } from './panels/AppearancePanel.tsx';
import { ContextsPanel } from './panels/ContextsPanel.tsx';
import { PasskeysPanel } from './panels/PasskeysPanel.tsx';
import { PasswordPanel } from './panels/PasswordPanel.tsx';
import { ProfilePanel } from './panels/ProfilePanel.tsx';
import { SessionsPanel } from './panels/SessionsPanel.tsx';
import { TwoStepPanel } from './panels/TwoStepPanel.tsx';
import { WorkspacePanel } from './panels/WorkspacePanel.tsx';

const Status = lazy(() => import('./status/StatusPanel.tsx'));
const Privacy = lazy(() => import('./privacy/PrivacyTabs.tsx'));

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
    id: 'privacy',
    title: 'Privacy',
    description: 'Copies and erasure of what is held of a person, and how long data is kept.',
    order: 25,
    group: 'Workspace',
    access: 'privacy.manage',
    Panel: () => (
      <WhileLoading show={<FormSkeleton fields={3} />}>
        <Privacy />
      </WhileLoading>
    ),
  },
  {
    id: 'api-keys',
    title: 'API keys',
    description: 'Keys by which programs of yours call the product, each with permissions of its own.',
    order: 60,
    group: 'Connections',
    access: 'apiKeys.manage',
    Panel: ApiKeysPanel,
  },
  {
    id: 'status',
    title: 'Status',
    description: 'Whether each part works, what stands in for it, and what to do where it does not.',
    order: 65,
    group: 'Connections',
    access: 'tenant.edit',
    Panel: () => (
      <WhileLoading show={<FormSkeleton fields={8} />}>
        <Status />
      </WhileLoading>
    ),
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
    id: 'two-step',
    title: 'Two-step sign-in',
    description: 'A code of an app on your phone after the password.',
    order: 82,
    group: 'You',
    access: 'signed-in',
    Panel: TwoStepPanel,
  },
  {
    id: 'passkeys',
    title: 'Passkeys',
    description: 'Sign in by a finger, a face or the PIN of your device.',
    order: 84,
    group: 'You',
    access: 'signed-in',
    Panel: PasskeysPanel,
  },
  {
    id: 'sessions',
    title: 'Devices and sessions',
    description: 'Where you are signed in.',
    order: 86,
    group: 'You',
    access: 'signed-in',
    Panel: SessionsPanel,
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
