import { type LeadSettings, leadSettings } from '#shared/model/lead.ts';

type Draft<T> = T & { row: number; isNew: boolean };
export type StatusDraft = Draft<LeadSettings['statuses'][number]>;
export type FieldDraft = Draft<LeadSettings['customFields'][number]>;

export interface SettingsDraft {
  statuses: StatusDraft[];
  customFields: FieldDraft[];
  allowDuplicatePhones: boolean;
  assignmentExpiryHours: number;
}

let lastRow = 0;
/** Rows need a name of their own, for labels and places change. */
export const nextRow = () => ++lastRow;

const drafts = <T extends object>(items: readonly T[]): Draft<T>[] =>
  items.map((item) => ({ ...item, row: nextRow(), isNew: false }));

export const draftOf = (settings: LeadSettings): SettingsDraft => ({
  statuses: drafts(settings.statuses),
  customFields: drafts(settings.customFields),
  allowDuplicatePhones: settings.allowDuplicatePhones,
  assignmentExpiryHours: settings.assignmentExpiryHours,
});

/** What new statuses are drawn in, in turn; told apart from each other and from the first ones. */
const statusColors = [
  '#e64980',
  '#12b886',
  '#fd7e14',
  '#4c6ef5',
  '#82c91e',
  '#be4bdb',
  '#228be6',
  '#15aabf',
  '#7950f2',
  '#f59f00',
];

/** The first colour that no status has; where all are taken, those are gone through again. */
export function freeColor(statuses: readonly { color: string }[]): string {
  const taken = new Set(statuses.map(({ color }) => color.toLowerCase()));
  return (
    statusColors.find((color) => !taken.has(color)) ?? statusColors[statuses.length % statusColors.length]!
  );
}

/** The key that a label gives: 'Call back!' is `call_back`. A key that is taken gets a number. */
export function keyFor(label: string, taken: readonly string[]): string {
  const plain = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_$/g, '')
    .slice(0, 36);
  const key = plain || 'field';
  if (!taken.includes(key)) return key;
  for (let number = 2; ; number++) if (!taken.includes(`${key}_${number}`)) return `${key}_${number}`;
}

function keyed<T extends { key: string; label: string; row: number; isNew: boolean }>(items: readonly T[]) {
  const taken = items.filter(({ isNew }) => !isNew).map(({ key }) => key);
  return items.map(({ row: _row, isNew, ...item }) => {
    if (!isNew) return item;
    const key = keyFor(item.label, taken);
    taken.push(key);
    return { ...item, key };
  });
}

/** The settings as the call wants them, or the sentence that says what is wrong. */
export function settingsOf(
  draft: SettingsDraft,
  version: number,
): { settings: LeadSettings } | { problem: string } {
  const label = draft.statuses.find((status) => !status.label.trim());
  if (label) return { problem: 'Every status needs a name.' };
  if (draft.customFields.some((field) => !field.label.trim()))
    return { problem: 'Every custom field needs a name.' };
  const bare = draft.customFields.find(({ type, choices }) => type === 'choice' && choices.length === 0);
  if (bare) return { problem: `${bare.label} needs at least one choice.` };
  if (!draft.statuses.some(({ kind }) => kind === 'open'))
    return { problem: 'At least one status is open: new leads begin there.' };
  const parsed = leadSettings.safeParse({
    statuses: keyed(draft.statuses).map((status, order) => ({ ...status, order })),
    customFields: keyed(draft.customFields),
    allowDuplicatePhones: draft.allowDuplicatePhones,
    assignmentExpiryHours: draft.assignmentExpiryHours,
    version,
  });
  if (parsed.success) return { settings: parsed.data };
  return { problem: parsed.error.issues[0]?.message ?? 'The settings are not valid.' };
}

export function moved<T>(items: readonly T[], at: number, by: -1 | 1): T[] {
  const next = [...items];
  const [item] = next.splice(at, 1);
  next.splice(at + by, 0, item!);
  return next;
}
