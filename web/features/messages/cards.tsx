import type { DashboardCard } from '#web/features/dashboard/card.ts';
import { MessagesCard } from './statistics/MessagesCard.tsx';

export const cards: DashboardCard[] = [
  { id: 'messages', order: 52, size: 'wide', access: 'messages.statistics', Card: MessagesCard },
];
