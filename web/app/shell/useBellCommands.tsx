import type { SpotlightActionData } from '@mantine/spotlight';
import { IconBellRinging } from '@tabler/icons-react';
import { openBell } from '#web/features/celebrations/bell/bell.ts';
import { useMay } from '../use-may.ts';

/** Ringing the bell from anywhere, for who may. */
export function useBellCommands(): SpotlightActionData[] {
  const may = useMay();
  if (!may('celebrations.ring')) return [];
  return [
    {
      id: 'ring-the-bell',
      label: 'Ring the bell',
      keywords: ['celebrate', 'sale', 'deal', 'won', 'gong', 'win'],
      leftSection: <IconBellRinging size={20} stroke={1.6} />,
      onClick: () => openBell(),
    },
  ];
}
