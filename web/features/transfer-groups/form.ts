import type { z } from 'zod';
import { transferGroups } from '#shared/api/transfer-groups.ts';
import {
  type TransferGroup,
  type TransferNumber,
  transferGroupLimits,
} from '#shared/model/transfer-group.ts';

/** A number in the form: what is new has no id yet. */
export type NumberValues = Omit<TransferNumber, 'id'> & { id?: string };
export type GroupValues = Pick<
  TransferGroup,
  'name' | 'description' | 'strategy' | 'hours' | 'ringSeconds'
> & { fallbackNumber: string; numbers: NumberValues[] };

export const blankNumber = (): NumberValues => ({
  phoneNumber: '',
  label: '',
  priority: 1,
  weight: 1,
  isActive: true,
  maxConcurrent: 1,
});

/** Mondays to Fridays, nine to five, where the reader is. */
export const officeWeek = () => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  week: Array.from({ length: 7 }, (_, day) =>
    day === 0 || day === 6 ? null : ([540, 1020] as [number, number]),
  ),
});

/** What the form shows of a group, or of a new one. */
export function valuesOf(group: TransferGroup | undefined): GroupValues {
  if (!group)
    return {
      name: '',
      description: '',
      strategy: 'roundRobin',
      hours: null,
      ringSeconds: transferGroupLimits.ringSeconds.default,
      fallbackNumber: '',
      numbers: [blankNumber()],
    };
  const { name, description, strategy, hours, ringSeconds, fallbackNumber, numbers } = group;
  return { name, description, strategy, hours, ringSeconds, fallbackNumber: fallbackNumber ?? '', numbers };
}

type Input = z.input<NonNullable<(typeof transferGroups.create)['~orpc']['inputSchema']>>;

/** What is sent of the form: rows of numbers that were left empty are left out. */
export const inputOf = ({ fallbackNumber, numbers, ...fields }: GroupValues) => ({
  ...fields,
  fallbackNumber: fallbackNumber.trim() || null,
  numbers: numbers.filter(({ phoneNumber }) => phoneNumber.trim() !== ''),
});

/** The first thing that keeps the form from being saved. */
export function problemOf(values: GroupValues): string | undefined {
  const { numbers, ...fields } = inputOf(values);
  const sent: Input = { ...fields, numbers: numbers.map(({ id: _, ...number }) => number) };
  const checked = transferGroups.create['~orpc'].inputSchema!.safeParse(sent);
  return checked.success ? undefined : checked.error.issues[0]?.message;
}
