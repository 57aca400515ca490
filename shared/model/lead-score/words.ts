import { weekdayName } from '../report-schedule.ts';
import type { BestTime } from './best-hours.ts';
import type { Effect } from './explain.ts';
import type { FeatureGroup } from './features.ts';

/** An hour of the day: 0 → 12 AM, 16 → 4 PM; 24 is midnight again. */
export const hourText = (hour: number): string =>
  `${hour % 12 === 0 ? 12 : hour % 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`;

/** Two hours: 4–6 PM, 11 AM–1 PM. */
export function hoursText(from: number, to: number): string {
  const [begin, end] = [hourText(from), hourText(to)];
  return begin.slice(-2) === end.slice(-2) ? `${begin.slice(0, -3)}–${end}` : `${begin}–${end}`;
}

const phoneKinds: Readonly<Record<string, string>> = {
  mobile: 'Mobile phone',
  home: 'Home phone',
  work: 'Work phone',
  other: 'Other kind of phone',
  none: 'No phone number',
};

const rareNames: Readonly<Record<FeatureGroup, string>> = {
  source: 'A rare source',
  state: 'A rare state',
  tag: 'A rare tag',
  arrivedAt: 'A rare time of arrival',
  weekday: 'A rare day of arrival',
  email: 'E-mail',
  phone: 'A rare kind of phone',
  fields: 'A rare number of custom fields',
};

const names: Readonly<Record<FeatureGroup, (value: string) => string>> = {
  source: (value) => (value ? `Source ${value}` : 'No source'),
  state: (value) => (value ? `State ${value}` : 'No state'),
  tag: (value) => `Tag ${value}`,
  arrivedAt: (value) =>
    value === ''
      ? 'Arrived at an unknown local time'
      : `Arrived ${hoursText(Number(value), Number(value) + 3)} their time`,
  weekday: (value) =>
    value === '' ? 'Arrived on an unknown local day' : `Arrived on a ${weekdayName(Number(value))}`,
  email: (value) => (value === 'yes' ? 'E-mail address' : 'No e-mail address'),
  phone: (value) => phoneKinds[value] ?? value,
  fields: (value) =>
    value === '0' ? 'No custom field filled' : `${value.replace('-', '–')} custom fields filled`,
};

/** A factor as people read it: 'Source Website', 'No e-mail address'. */
export const factorName = ({ group, value }: Pick<Effect, 'group' | 'value'>): string =>
  value === null ? rareNames[group] : names[group](value);

/**
 * Why a factor counts. Where the plain share of wins points the other way than the model, which weighs all factors
 * beside each other, it says so instead of contradicting the figures behind it.
 * @param base the share of wins of all leads, 0 to 1
 */
export function reasonText(reason: Effect, base: number): string {
  const raises = reason.effect > 0;
  const agrees = reason.won / reason.total > base === raises;
  const words = agrees
    ? `${raises ? 'more' : 'less'} often won than usual`
    : `${raises ? 'raises' : 'lowers'} the score beside the other factors`;
  return `${factorName(reason)}: ${words}`;
}

const dayWords: Readonly<Record<BestTime['days'], string>> = {
  weekdays: 'weekdays',
  saturdays: 'Saturdays',
  sundays: 'Sundays',
};

/** 'weekdays 4–6 PM their time' */
export const bestTimeText = ({ days, from, to }: Pick<BestTime, 'days' | 'from' | 'to'>): string =>
  `${dayWords[days]} ${hoursText(from, to)} their time`;

/** An AUC in plain words. */
export const aucText = (auc: number): string =>
  `Puts a won lead above a lost one ${Math.round(auc * 100)} times in 100`;
