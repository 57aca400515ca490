import { localTime } from '../zone-time.ts';

/*
 * What a score is learned from: plain facts of a lead that are known when it arrives. Of a closed lead they are taken
 * from the event that told of its arrival, and not from the lead as it stands, whose tags and fields may tell how it
 * ended. Left out on purpose: status, deal amount, owner and entered score, which follow from how the lead was worked;
 * and the time to the first contact, which no lead has yet when it is to be scored: among closed leads "never contacted"
 * means nearly always lost, and each new lead would begin with that.
 */

export const featureGroups = [
  'source',
  'state',
  'tag',
  'arrivedAt',
  'weekday',
  'email',
  'phone',
  'fields',
] as const;
export type FeatureGroup = (typeof featureGroups)[number];

/** One fact of a lead; a lead has one of each group, and of tags as many as it carries. */
export interface Feature {
  group: FeatureGroup;
  /** '' where nothing is known. */
  value: string;
}

/** The part of a lead that features are made of, as it arrived or as it stands. */
export interface ScoredLead {
  source: string;
  address: { state: string };
  tags: readonly string[];
  emails: readonly string[];
  phones: readonly { label: string }[];
  customFields: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  createdAt: string;
  timeZones: readonly string[];
}

/** Hours of the day that count as one. */
const stretchHours = 3;

/**
 * Weekday (0 is Sunday) and hour on the clocks where somebody may be; undefined where those clocks differ, or no zone is
 * known.
 * @param at ms since 1970
 */
export function hourWhere(
  timeZones: readonly string[],
  at: number,
): { weekday: number; hour: number } | undefined {
  const shown = timeZones.map((zone) => {
    const { weekday, minute } = localTime(zone, at);
    return { weekday, hour: Math.floor(minute / 60) };
  });
  const [first] = shown;
  return first && shown.every(({ weekday, hour }) => weekday === first.weekday && hour === first.hour)
    ? first
    : undefined;
}

function fieldsFilled(customFields: ScoredLead['customFields']): string {
  const count = Object.values(customFields).filter((value) => value !== null && value !== '').length;
  if (count === 0) return '0';
  return count <= 2 ? '1-2' : count <= 5 ? '3-5' : '6+';
}

/** The features of a lead, in the order of their groups. */
export function featuresOf(lead: ScoredLead): Feature[] {
  const arrival = hourWhere(lead.timeZones, Date.parse(lead.createdAt));
  const stretch = arrival && Math.floor(arrival.hour / stretchHours) * stretchHours;
  const one = (group: FeatureGroup, value: string): Feature => ({ group, value });
  return [
    one('source', lead.source.trim()),
    one('state', lead.address.state),
    ...lead.tags.map((tag) => one('tag', tag)),
    one('arrivedAt', stretch === undefined ? '' : String(stretch)),
    one('weekday', arrival ? String(arrival.weekday) : ''),
    one('email', lead.emails.length > 0 ? 'yes' : 'no'),
    one('phone', lead.phones[0]?.label ?? 'none'),
    one('fields', fieldsFilled(lead.customFields)),
  ];
}

/** Which outcomes are held out, by a hash of the lead's id (FNV-1a, 32 bits): the same at each training. */
export function isHeldOut(leadId: string, oneIn: number): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < leadId.length; at++) hash = Math.imul(hash ^ leadId.charCodeAt(at), 0x01000193) >>> 0;
  // The low bits of FNV follow the last letters closely; the high ones are mixed in.
  return (hash ^ (hash >>> 16)) % oneIn === 0;
}
