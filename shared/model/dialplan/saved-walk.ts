import * as z from 'zod';
import { nodeId } from './nodes.ts';
import type { PlanConfig } from './plan.ts';
import { dialPlanFields } from './plan.ts';
import { play } from './play.ts';
import type { PlanResources } from './resolve.ts';
import { beyond } from './steps.ts';

/** Walks that a plan has as its tests. */
export const savedWalkLimits = { walks: 50, steps: 200 } as const;

const number = z
  .literal('')
  .or(z.string().regex(/^\+[1-9]\d{7,14}$/, 'A number as +13055550123, or none.'))
  .describe('E.164; empty where it is hidden, or not asked for');

/** The call that conditions are answered by. */
export const walkedCall = z.strictObject({
  callerNumber: number,
  callerName: z.string().max(80, 'At most 80 characters.'),
  calledNumber: number,
  at: z.iso.datetime().describe('when it comes'),
});

const way = z.string().regex(/^[\w*#-]{1,40}$/, 'There is no such way out.');

/** A call through a plan that was tried, and how it is to end from then on. */
export const savedWalkFields = {
  name: dialPlanFields.name,
  call: walkedCall.nullable().describe('null: what conditions answer was chosen, too'),
  steps: z
    .array(z.strictObject({ nodeId, way: way.nullable() }))
    .min(1)
    .max(savedWalkLimits.steps, `At most ${savedWalkLimits.steps} nodes.`)
    .describe('where it came, and by which way it left'),
  end: z.enum(['hangup', 'message', 'open', 'putThrough']),
  to: beyond.nullable().describe('whom a key of a menu put it through to, or the plan that it went on in'),
};
const walkInput = z.strictObject(savedWalkFields);
export type WalkInput = z.output<typeof walkInput>;
export const savedWalk = walkInput.extend({ id: z.string() });
export type SavedWalk = z.output<typeof savedWalk>;

/** Where a walk parted from what is expected of it. */
export interface Parted {
  /** The node before; null at the start. */
  after: string | null;
  /** Where it came and where it was to come; null: the call ended. */
  came: string | null;
  expected: string | null;
  why: 'elsewhere' | 'asks' | 'unfinished' | 'end';
}

function replay(config: PlanConfig, resources: PlanResources, { call, steps }: WalkInput) {
  const chosen = Map.groupBy(steps, ({ nodeId: id }) => id);
  const facts = call && { ...call, at: Date.parse(call.at), lead: null, waiting: {} };
  const choices: string[] = [];
  const chooser = (id: string) => {
    const taken = chosen.get(id)?.shift()?.way ?? undefined;
    if (taken !== undefined) choices.push(taken);
    return taken;
  };
  return { played: play(config, resources, chooser, facts), choices };
}

/** What is chosen in it, in turn, as far as it comes through a drawing. */
export const choicesOf = (config: PlanConfig, resources: PlanResources, walk: WalkInput): string[] =>
  replay(config, resources, walk).choices;

const targetText = (to: WalkInput['to'] | undefined) => JSON.stringify(to ?? null);

/**
 * Walks it again, through a drawing as it is now: at each node that asks, what was chosen there then. It is as expected
 * where it comes to the same nodes in the same order, whatever was put in between, and ends at the last in the same way.
 * @returns undefined where it ends as expected
 */
export function runWalk(config: PlanConfig, resources: PlanResources, walk: WalkInput): Parted | undefined {
  const { steps, asks, stuck, end } = replay(config, resources, walk).played;
  const halted = asks?.nodeId ?? stuck?.nodeId;
  const came = [...steps.map(({ id }) => id), ...(halted === undefined ? [] : [halted])];
  /** Where the last of the expected nodes was come to that was. */
  let at = -1;
  let after: string | null = null;
  for (const { nodeId: expected } of walk.steps) {
    const found = came.indexOf(expected, at + 1);
    if (found < 0 || expected === halted) return partedAt(after, came[at + 1] ?? null, expected);
    at = found;
    after = expected;
  }
  if (at < came.length - 1) return partedAt(after, came[at + 1]!, null);
  const isAsExpected = end?.end === walk.end && targetText(end.to) === targetText(walk.to);
  return isAsExpected ? undefined : { after, came: null, expected: null, why: 'end' };

  function partedAt(before: string | null, to: string | null, expected: string | null): Parted {
    const why = to === null || to !== halted ? 'elsewhere' : asks ? 'asks' : 'unfinished';
    return { after: before, came: to, expected, why };
  }
}

/** Where it parted, in a sentence. @param nameOf of a node that may be gone from the drawing */
export function partedWords(
  { after, came, expected, why }: Parted,
  nameOf: (id: string) => string | undefined,
): string {
  const named = (id: string | null) => `“${(id && nameOf(id)) || 'a node that is gone'}”`;
  const begin = after === null ? 'At the start' : `After ${named(after)}`;
  switch (why) {
    case 'unfinished':
      return `${begin} it comes to ${named(came)}, which is not finished.`;
    case 'asks':
      return `${begin} it comes to ${named(came)}, where nobody chose what happens.`;
    case 'end':
      return `${begin} the call ends otherwise than it did.`;
    case 'elsewhere':
      if (came === null) return `${begin} the call ends, instead of going on to ${named(expected)}.`;
      return `${begin} it goes on to ${named(came)}, ${expected === null ? 'where the call was to end' : `not to ${named(expected)}`}.`;
    default:
      return why satisfies never;
  }
}
