import type { ComponentType } from 'react';
import type { Access } from '#shared/api/contract.ts';

/** A section of the settings. A feature offers its own as `panels` in web/features/<feature>/settings.tsx. */
export interface SettingsPanel {
  /** The last part of its address: /settings/<id>. */
  id: string;
  title: string;
  /** One line of what it is for. */
  description: string;
  /** Lower comes first. Workspace 10, contexts 20, connections 30–60, own account 70 and up. */
  order: number;
  group: 'Workspace' | 'Connections' | 'You';
  access: Access;
  Panel: ComponentType;
}
