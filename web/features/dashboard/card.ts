import type { ComponentType } from 'react';
import type { Access } from '#shared/api/contract.ts';

/** A card of the dashboard. A feature offers its own as `cards` in web/features/<feature>/cards.tsx. */
export interface DashboardCard {
  id: string;
  /** Lower comes first. */
  order: number;
  /** 'small': a figure, in a row at the top; 'wide': half the page; 'full': a row of its own. */
  size: 'small' | 'wide' | 'full';
  access: Access;
  Card: ComponentType;
}
