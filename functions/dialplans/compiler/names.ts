import { field } from './fields.ts';

/** `t<tenant>-p<plan>`: where a plan begins, and what the names of all its contexts begin with. */
export const planContext = (tenant: number, planId: string): string =>
  `t${field('digits', tenant)}-p${field('name', planId.replace(/^dlp_/, ''))}`;

/** The context of one node. */
export const nodeContext = (plan: string, nodeId: string): string => `${plan}-${field('name', nodeId)}`;
