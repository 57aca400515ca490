import type { Variable } from '#shared/model/content.ts';
import { type MergeField, mergeFields, sampleValues } from '#shared/model/merge-fields.ts';
import { localTime } from '#shared/model/zone-time.ts';
import type { SceneData } from './env.ts';

/** The specification's data sources (document 000, section 3); a deal is its lead's. */
const sourceOf: Record<MergeField['category'], Variable['dataSource']> = {
  Lead: 'lead',
  Deal: 'lead',
  Call: 'call',
  Company: 'tenant',
  System: 'system',
  'Sales rep': 'rep',
};

/** The variables that every tenant has. */
export const systemVariables: readonly Variable[] = mergeFields.map(
  ({ name, label, description, category, dataType }) => ({
    id: `var_${name.replace('.', '_')}`,
    name,
    displayName: label,
    description,
    category,
    dataSource: sourceOf[category],
    dataType,
    defaultValue: null,
    isSystemVariable: true,
    isRequired: false,
  }),
);

const samples = sampleValues();

/** What the preview shows until somebody types other data. */
export const sampleData: SceneData = {
  ...samples,
  system: { ...samples.system, timeZone: 'America/New_York' },
  wins: {
    wins: [
      { rep: 'Maya Chen', photo: null, amount: 12_500, customer: 'Jordan Rivera' },
      { rep: 'Alex Morgan', photo: null, amount: 8_400, customer: 'Harbour Bakery' },
      { rep: 'Maya Chen', photo: null, amount: 3_200, customer: 'Priya Shah' },
    ],
    total: 24_100,
  },
  weather: { sample: { celsius: 22, words: 'Partly cloudy', isDay: true, credit: '' } },
};

/** The system's own fields at a moment, seen in a time zone; the scene itself never reads a clock. */
export function systemData(now: Date, timeZone: string): NonNullable<SceneData['system']> {
  return { date: now.toISOString(), time: now.toISOString(), year: yearAt(now, timeZone), timeZone };
}

function yearAt(now: Date, timeZone: string): number {
  try {
    return Number(localTime(timeZone, now.getTime()).date.slice(0, 4));
  } catch {
    // A zone that does not exist is shown as UTC, as moments are.
    return now.getUTCFullYear();
  }
}
