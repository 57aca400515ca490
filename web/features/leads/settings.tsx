import type { SettingsPanel } from '#web/features/settings/panel.ts';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { LeadSettingsPanel } from './settings-panel/LeadSettingsPanel.tsx';

const LeadScores = lazy(() => import('./scores/LeadScoresPanel.tsx'));

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
  {
    id: 'lead-scores',
    title: 'Lead scores',
    description: 'Scores of leads and best hours to call, learned from your own outcomes.',
    order: 26,
    group: 'Workspace',
    access: 'leads.manage',
    Panel: () => (
      <WhileLoading show={<FormSkeleton fields={6} />}>
        <LeadScores />
      </WhileLoading>
    ),
  },
];
