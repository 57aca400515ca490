import * as z from 'zod';
import type { AgentStatus, AgentStatusConfig } from '#shared/model/agent-status.ts';
import { newAgentStatusConfig, standardConfig } from '#shared/model/agent-status.ts';

/** A row of the form: the key of a new status follows from its label. */
export type StatusValues = AgentStatus & { isNew?: boolean };
export type ConfigValues = Pick<
  AgentStatusConfig,
  'name' | 'wrapUpSeconds' | 'isActive' | 'isDefault' | 'ingroups'
> & { statuses: StatusValues[] };

/** Colours of new statuses, one after another. */
const palette = ['#fab005', '#fd7e14', '#15aabf', '#12b886', '#e64980', '#be4bdb', '#4c6ef5', '#82c91e'];

export const blankStatus = (taken: number): StatusValues => ({
  key: '',
  label: '',
  color: palette[taken % palette.length]!,
  isAvailable: false,
  isPaid: true,
  maxMinutes: null,
  isNew: true,
});

/** What the form shows of a config, or of a new one, which begins with the usual statuses. */
export function valuesOf(config: AgentStatusConfig | undefined): ConfigValues {
  if (!config)
    return {
      name: '',
      wrapUpSeconds: standardConfig.wrapUpSeconds,
      isActive: true,
      isDefault: false,
      ingroups: [],
      statuses: standardConfig.statuses.map((status) => ({ ...status })),
    };
  const { name, wrapUpSeconds, isActive, isDefault, ingroups, statuses } = config;
  return { name, wrapUpSeconds, isActive, isDefault, ingroups, statuses };
}

/** A key made of a label: `Back office` is `back-office`. */
export function keyFor(label: string): string {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '')
    .join('-');
  return (/^[a-z]/.test(words) ? words : `s-${words}`).slice(0, 30);
}

/** What is sent of the form. */
export const inputOf = ({ statuses, ...fields }: ConfigValues) => ({
  ...fields,
  statuses: statuses
    .filter(({ label }) => label.trim() !== '')
    .map(({ isNew, ...status }) => (isNew ? { ...status, key: keyFor(status.label) } : status)),
});

const checked = z.object(newAgentStatusConfig);

/** The first thing that keeps the form from being saved. */
export const problemOf = (values: ConfigValues): string | undefined =>
  checked.safeParse(inputOf(values)).error?.issues[0]?.message;
