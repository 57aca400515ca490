import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import type { SettingsPanel } from '../settings/panel.ts';

const Exchanges = lazy(() => import('./connection/ExchangesPanel.tsx'));

export const panels: SettingsPanel[] = [
  {
    id: 'exchange',
    title: 'Telephone exchange',
    description: 'Which exchange your calls go through, and whether it can be reached.',
    order: 35,
    group: 'Connections',
    access: 'exchanges.manage',
    Panel: () => (
      <WhileLoading show={<FormSkeleton fields={3} />}>
        <Exchanges />
      </WhileLoading>
    ),
  },
];
