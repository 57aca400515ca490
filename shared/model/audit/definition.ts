import * as z from 'zod';
import { mostPermissions } from '../permissions.ts';

/* What the tables of actions are written with. */

export const auditAreas = [
  'Sign-in',
  'Users',
  'Keys',
  'Exports',
  'Deletions',
  'Purchases',
  'Campaigns',
  'Settings',
  'Compliance',
  'Platform operator',
] as const;
export type AuditArea = (typeof auditAreas)[number];

export interface Definition<D extends z.ZodType> {
  area: AuditArea;
  /** What the action is called in a filter. */
  label: string;
  details: D;
  /** `target` is the name of the thing it was done to. */
  sentence: (details: z.output<D>, target: string) => string;
}

export const define = <D extends z.ZodType>(definition: Definition<D>) => definition;

export const none = z.object({});
export const text = z.string().max(500);
export const count = z.number().int().min(0);
export const names = z.array(z.string().max(100)).max(mostPermissions);

export const plural = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
export const list = (all: readonly string[]) => all.join(', ');

export const plain = (area: AuditArea, label: string, sentence: (target: string) => string) =>
  define({ area, label, details: none, sentence: (_, target) => sentence(target) });
