import * as z from 'zod';
import type { JsonMap } from './bounded-map.ts';
import type { Element } from './content.ts';
import type { FloorState } from './floor-states.ts';

/** States of agents as a sign counts them: who is overdue is away there, as that is a matter between two people. */
export const signStateNames = ['onCall', 'available', 'wrapUp', 'away'] as const satisfies FloorState[];
export type SignState = (typeof signStateNames)[number];

/** So many agents are told at most, those on calls first: no wall has room for more. */
export const mostOnSign = 60;

/** What an element of the type `live_floor` shows. */
export interface FloorParts {
  /** How many agents are in each state, and since when the longest is. */
  states: boolean;
  /** A row for each agent. */
  agents: boolean;
  /** With the names of the agents. */
  names: boolean;
  /** Calls that go on. */
  calls: boolean;
  /** Callers who wait in queues, and the longest wait. */
  waiting: boolean;
  serviceLevel: boolean;
}

/** Of these an element shows what its properties say; names are shown only where somebody chose so. */
const shownOfNew: FloorParts = {
  states: true,
  agents: true,
  names: false,
  calls: true,
  waiting: true,
  serviceLevel: true,
};

const partKeys = {
  states: 'showStates',
  agents: 'showAgents',
  names: 'showNames',
  calls: 'showCalls',
  waiting: 'showWaiting',
  serviceLevel: 'showServiceLevel',
} as const satisfies Record<keyof FloorParts, string>;

const eachPart = (isShown: (part: keyof FloorParts) => boolean): FloorParts => {
  const parts = Object.keys(partKeys) as (keyof FloorParts)[];
  return Object.fromEntries(parts.map((part) => [part, isShown(part)])) as unknown as FloorParts;
};

/** What one element shows, by its properties. */
export function floorPartsOf(properties: JsonMap): FloorParts {
  const isOn = (part: keyof FloorParts) => {
    const chosen = properties[partKeys[part]];
    return typeof chosen === 'boolean' ? chosen : shownOfNew[part];
  };
  const parts = eachPart(isOn);
  return { ...parts, names: parts.agents && parts.names };
}

/** What the elements of a sign show together; undefined for a sign without a live floor. */
export function floorShownBy(elements: readonly Element[]): FloorParts | undefined {
  const shown = elements
    .filter(({ isVisible, properties }) => isVisible && properties.customElementType === 'live_floor')
    .map(({ properties }) => floorPartsOf(properties));
  if (shown.length === 0) return undefined;
  return eachPart((part) => shown.some((one) => one[part]));
}

const state = z.enum(signStateNames);
const since = z.string().describe('ISO 8601 in UTC');

/** The floor as a sign is told of it: what the sign does not show is left out. */
export const signFloor = z.object({
  at: z.string().describe('when it was so'),
  signedIn: z.number().int().describe('agents who are signed in to a phone'),
  states: z
    .array(z.object({ state, count: z.number().int(), since: since.nullable().describe('of the longest') }))
    .optional(),
  agents: z
    .array(
      z.object({
        state,
        label: z.string().describe('of the status'),
        color: z.string(),
        since,
        name: z.string().optional().describe('where the sign shows names'),
      }),
    )
    .optional()
    .describe(`those on calls first, each state the longest first; at most ${mostOnSign}`),
  calls: z.number().int().optional().describe('calls that go on'),
  waiting: z
    .object({ count: z.number().int(), since: since.nullable().describe('since when the longest waits') })
    .optional(),
  serviceLevel: z
    .number()
    .nullable()
    .optional()
    .describe(
      'share of the callers of the last 24 hours who were answered in time, 0 to 1; null without any',
    ),
});
export type SignFloor = z.output<typeof signFloor>;

/** A floor as an element draws it: its times are those of the display's own clock. */
export type ShownFloor = SignFloor & { isStale?: boolean };
