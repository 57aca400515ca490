import * as z from 'zod';
import { serviceLevelSeconds } from '#shared/model/queue.ts';
import { floorPartsOf, type ShownFloor, signFloor } from '#shared/model/sign-floor.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { textField, toggle, when } from '../form-builders.ts';
import { boxFields, colorField } from '../form-fields.ts';
import { nowOf } from '../moment.ts';
import { blockLines, paintBlocks } from '../paint/blocks.ts';
import { drawBox } from '../paint/box.ts';
import { isolate } from '../paint/canvas.ts';
import { type FloorPlan, floorPlan } from '../paint/floor-plan.ts';
import { fillCircle, fillRounded, lineRounded } from '../paint/shapes.ts';
import { readText } from '../styles.ts';
import { resolveText } from '../variables.ts';
import { flag, shortText } from './schema-parts.ts';

const properties = z.object({
  title: shortText('Live floor'),
  showStates: flag(true),
  showAgents: flag(true),
  /** Whoever has the sign's address reads them. */
  showNames: flag(false),
  showCalls: flag(true),
  showWaiting: flag(true),
  showServiceLevel: flag(true),
});

type Floor = Drawable<z.output<typeof properties>>;

const sampleNow = Date.parse('2026-01-05T15:00:00Z');
const ago = (seconds: number) => new Date(sampleNow - seconds * 1000).toISOString();

/** What the editor shows: no floor in particular. */
const sample: ShownFloor = {
  at: ago(0),
  signedIn: 6,
  states: [
    { state: 'onCall', count: 3, since: ago(512) },
    { state: 'available', count: 1, since: ago(41) },
    { state: 'wrapUp', count: 1, since: ago(12) },
    { state: 'away', count: 1, since: ago(734) },
  ],
  agents: [
    { state: 'onCall', label: 'On a call', color: '#228be6', since: ago(512), name: 'Ana Ruiz' },
    { state: 'onCall', label: 'On a call', color: '#228be6', since: ago(204), name: 'Ben Carter' },
    { state: 'onCall', label: 'On a call', color: '#228be6', since: ago(37), name: 'Chloe Park' },
    { state: 'available', label: 'Available', color: '#40c057', since: ago(41), name: 'Dan Novak' },
    { state: 'wrapUp', label: 'Wrap-up', color: '#7950f2', since: ago(12), name: 'Ella Brooks' },
    { state: 'away', label: 'Lunch', color: '#fd7e14', since: ago(734), name: 'Femi Ade' },
  ],
  calls: 4,
  waiting: { count: 1, since: ago(18) },
  serviceLevel: 0.86,
};

const known = new WeakMap<object, ShownFloor | undefined>();

/** The floor that the sign was told of; undefined when it was told nothing that can be read. */
function toldOf(env: SceneEnv): ShownFloor | undefined {
  const { floor } = env.data;
  if (!floor) return undefined;
  if (!known.has(floor)) {
    const read = signFloor.safeParse(floor);
    known.set(floor, read.success ? { ...read.data, isStale: floor.isStale === true } : undefined);
  }
  return known.get(floor);
}

/** Undefined: nothing is drawn. On a wall no sample stands in for what is not known. */
function planOf({ width, height, styles, properties: it }: Floor, env: SceneEnv): FloorPlan | undefined {
  const told = toldOf(env);
  const now = told ? nowOf(env) : sampleNow;
  if (now === undefined || (!told && env.hideEmpty)) return undefined;
  const title = resolveText(it.title, { ...env, markMissing: false }).trim();
  const mark = told ? (told.isStale ? 'Not up to date' : '') : 'Sample';
  return floorPlan({ width, height, styles, title, parts: floorPartsOf(it) }, told ?? sample, now, mark);
}

function drawGrounds(ctx: SceneContext, { tiles, dots, mark, radius }: FloorPlan, ink: string): void {
  isolate(ctx, () => {
    const before = ctx.globalAlpha;
    ctx.globalAlpha = before * 0.08;
    for (const tile of tiles) fillRounded(ctx, tile, ink, radius);
    ctx.globalAlpha = before;
    for (const { x, y, radius: size, color } of dots) fillCircle(ctx, x, y, size, color);
    if (mark) lineRounded(ctx, mark, ink, Math.max(1, mark.height * 0.05), mark.height / 2);
  });
}

export const liveFloor = defineElementType({
  type: 'live_floor',
  base: 'chart',
  label: 'Live floor',
  description: 'Agents by state, calls and waiting callers as they are now',
  category: 'Charts',
  tags: ['live', 'floor', 'agents', 'calls', 'queue', 'wallboard', 'service level'],
  icon: 'IconHeadset',
  size: { width: 960, height: 600 },
  properties,
  styles: {
    fontFamily: 'Inter',
    color: '#ffffff',
    backgroundColor: 'linear-gradient(165deg, #101a33 0%, #1b2a4d 100%)',
    borderRadius: 24,
    padding: 32,
  },
  form: [
    textField('title', 'Title', 'content', {
      help: 'Displays and published pages show your floor as it is; an export has nothing here.',
    }),
    toggle('showStates', 'Agents by state'),
    toggle('showAgents', 'A row for each agent'),
    toggle('showNames', 'With their names', 'content', {
      help: 'Whoever has the address of the published sign can read them.',
      ...when('showAgents', true),
    }),
    toggle('showCalls', 'Calls that go on'),
    toggle('showWaiting', 'Waiting callers and the longest wait'),
    toggle('showServiceLevel', 'Answered in time', 'content', {
      help: `The share of the last 24 hours’ callers who were answered within ${serviceLevelSeconds} s`,
    }),
    { target: 'styles', key: 'fontFamily', tab: 'style', kind: 'font', label: 'Font' },
    colorField,
    ...boxFields,
  ],
  weights: [400, 600, 700],
  animated: true,
  // Times go on by the second; a sample stands still.
  stillUntil: (_, env) => {
    const told = toldOf(env);
    return told && !told.isStale && told.signedIn + (told.waiting?.count ?? 0) > 0
      ? Math.floor(env.t) + 1
      : Number.POSITIVE_INFINITY;
  },
  draw: (ctx, element, env) => {
    const plan = planOf(element, env);
    if (!plan) return;
    drawBox(ctx, element, element.styles);
    drawGrounds(ctx, plan, readText(element.styles, 'color', '#ffffff'));
    paintBlocks(ctx, plan.blocks, env);
  },
  text: (element, env) => (planOf(element, env)?.blocks ?? []).map(({ text }) => text).join(', '),
  textLines: (ctx, element, env) => blockLines(ctx, planOf(element, env)?.blocks ?? [], env),
});
