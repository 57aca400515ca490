import zones from '#shared/model/compliance/data/states.json' with { type: 'json' };
import {
  type Facts,
  type OpenWindow,
  reasonsAgainst,
  windowsWithin,
} from '#shared/model/compliance/decide.ts';
import type { ComplianceSettings } from '#shared/model/compliance/settings.ts';
import type { Channel } from '#shared/model/lead.ts';
import { states } from './states.ts';

const zonesOfState = zones.zones as Record<string, string[] | undefined>;

/** Less than this before it shuts, a state is about to close, ms. */
const closingSoonMs = 3_600_000;

/** Somebody in a state of whom nothing else is known and nothing stands against. */
const factsOf = (state: string, settings: ComplianceSettings, channel: Channel): Facts => ({
  channel,
  settings,
  where: { zones: zonesOfState[state] ?? [], states: [state], source: 'state' },
  listed: false,
  consent: 'given',
  attempts: [],
});

/** A state's open hours of one day, as instants. */
export interface StateDay {
  code: string;
  name: string;
  zones: readonly string[];
  windows: OpenWindow[];
}

/** Every state's open hours in the 24 hours from an instant on. */
export const statesOfDay = (settings: ComplianceSettings, channel: Channel, from: number): StateDay[] =>
  states.map(({ code, name }) => ({
    code,
    name,
    zones: zonesOfState[code] ?? [],
    windows: windowsWithin(factsOf(code, settings, channel), from, from + 24 * 3_600_000),
  }));

export type Standing = 'open' | 'closing' | 'closed';

/** How a state stands at an instant. */
export function standingAt({ windows }: Pick<StateDay, 'windows'>, at: number): Standing {
  const open = windows.find(({ from, to }) => from <= at && at < to);
  if (!open) return 'closed';
  return open.to - at <= closingSoonMs ? 'closing' : 'open';
}

/** Why a state is closed at an instant. */
export const reasonsOf = (state: string, settings: ComplianceSettings, channel: Channel, at: number) =>
  reasonsAgainst(factsOf(state, settings, channel), at);
