import type { SceneEnv } from '../env.ts';
import { fieldsIn, resolveText, variableValue } from '../variables.ts';

export const valueFormats = ['number', 'compact', 'currency', 'percent'] as const;
export type ValueFormat = (typeof valueFormats)[number];

const styles: Record<ValueFormat, Intl.NumberFormatOptions> = {
  number: { maximumFractionDigits: 2 },
  compact: { notation: 'compact', maximumFractionDigits: 1 },
  currency: { style: 'currency', currency: 'USD', maximumFractionDigits: 0 },
  percent: { maximumFractionDigits: 1 },
};

const formats = new Map<ValueFormat, Intl.NumberFormat>();

/** A value as the chart writes it; percent values are whole percents, 42 is 42%. */
export function formatNumber(value: number, format: ValueFormat): string {
  let known = formats.get(format);
  if (!known) {
    known = new Intl.NumberFormat('en-US', styles[format]);
    formats.set(format, known);
  }
  return `${known.format(value)}${format === 'percent' ? '%' : ''}`;
}

/** Values on an axis: short, whatever the format. */
export function formatTick(value: number, format: ValueFormat): string {
  if (format === 'currency') {
    const short = formatNumber(Math.abs(value), 'compact');
    return `${value < 0 ? '-' : ''}$${short}`;
  }
  return formatNumber(value, format === 'number' && Math.abs(value) >= 10_000 ? 'compact' : format);
}

/** A value of the data: a number, or a text that holds one or a merge field. Undefined when it is neither. */
export function readValue(value: number | string | null | undefined, env: SceneEnv): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const [field] = fieldsIn(value);
  const raw =
    field && value.trim().replace(/[{}\s]/g, '') === field ? variableValue(field, env.data) : undefined;
  if (typeof raw === 'number') return raw;
  const text = resolveText(value, { ...env, markMissing: false }).replace(/[^0-9.+-]/g, '');
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}
