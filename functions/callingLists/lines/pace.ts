import { asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { Overtaken } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { findLeads } from '#functions/leads/api.ts';
import { ringsLeadsFirst } from '#shared/model/calling-list.ts';
import { linesToOpen, mayBeOpen } from '#shared/model/pacing.ts';
import { abandonmentOf } from '../abandonment/count.ts';
import { nextEntries } from '../best-hour.ts';
import { obstacle, type PassedOver, passedMost, putOff, repool, turnMs } from '../draw.ts';
import { fill, isStale } from '../fill.ts';
import {
  anybody,
  type Entry,
  entryWrite,
  findFill,
  findList,
  firstDueAfter,
  type ListRecord,
  lineTurnInsertion,
  type ReadinessRecord,
  readinessWrite,
} from '../store.ts';
import { floorOf } from './agents.ts';
import { place } from './place.ts';
import { type Line, lineInsertion, linesOf, type Pace, paceOf, paceWrite, recentOf } from './store.ts';

/** Lines that are placed together, and rounds of them that one look opens at most. */
const placedTogether = 8;
const mostRounds = 25;
/** Entries that one round looks at. */
const lookedAt = 60;
/** A line is first looked at after so long: whoever opened it has placed its call by then; ms. */
const placedByMs = 90_000;

interface Paced {
  passedOver: PassedOver[];
  /** Why no more is dialled; empty while there is no reason. */
  waitsFor: string;
  /** When a lead is due again; ISO 8601. */
  lookAgainAt: string | null;
}

async function standing(list: ListRecord) {
  const { listId } = list;
  // The pace before what it guards: whoever opens a line after that is noticed.
  const pace = await paceOf(listId);
  const [open, floor, recent, gauge] = await Promise.all([
    linesOf(listId),
    floorOf(list),
    recentOf(listId),
    abandonmentOf(listId),
  ]);
  return { pace, open: open.length, floor, recent, gauge };
}

/** Opens one line; undefined where somebody else has the lead. @throws Overtaken where another line was opened */
async function open(entry: Entry, pace: Pace): Promise<Line | undefined> {
  const { listId, leadId } = entry;
  const now = clock.now();
  const until = new Date(now + turnMs).toISOString();
  const taken: Entry = { ...entry, state: 'taken', agentId: null, isDialled: true, until, reason: '' };
  const line = { listId, leadId, until, openedAt: clock.iso(), agentId: null, tried: [] };
  try {
    await commit(
      paceWrite(pace),
      entryWrite(entry, taken, now + placedByMs),
      lineTurnInsertion({ listId, leadId }),
      lineInsertion(line),
    );
    return { ...line, version: 1 };
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

/** Opens up to so many lines for leads that are due and nobody's. */
async function openSome(list: ListRecord, before: Pace, most: number, passedOver: PassedOver[]) {
  const due = await nextEntries(list, [['waiting', anybody]], lookedAt);
  const leads = new Map((await findLeads(due.map(({ leadId }) => leadId))).map((lead) => [lead.id, lead]));
  const opened: Line[] = [];
  let pace = before;
  // Whether to look again: something has changed, here or by somebody else.
  let isNews = false;
  for (const entry of due) {
    if (opened.length === most) break;
    const lead = leads.get(entry.leadId);
    if (lead?.ownerId) {
      isNews = true;
      await repool(entry, lead);
      continue;
    }
    const hindered = await obstacle(list, entry, lead);
    if (hindered) {
      isNews = true;
      await putOff(entry, hindered);
      passedOver.push({ leadId: entry.leadId, ...hindered });
      continue;
    }
    try {
      const line = await open(entry, pace);
      if (!line) continue;
      opened.push(line);
      pace = { ...pace, version: pace.version + 1 };
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      isNews = true;
      break;
    }
  }
  return { opened, hadDue: due.length > 0, isNews: isNews || opened.length > 0 };
}

async function paced(listId: string): Promise<Paced> {
  const passedOver: PassedOver[] = [];
  const answer = (waitsFor = '', lookAgainAt: string | null = null): Paced => ({
    passedOver: passedOver.slice(0, passedMost),
    waitsFor,
    lookAgainAt,
  });
  for (let round = 0; round < mostRounds; round++) {
    const list = await findList(listId);
    if (!list?.isActive || !list.message || !ringsLeadsFirst(list)) return answer();
    const { pace, open, floor, recent, gauge } = await standing(list);
    if (pace.restsUntil > clock.iso()) return answer(pace.waitsFor, pace.restsUntil);
    const more = linesToOpen(list, open, floor, recent, gauge);
    if (more === 0) return answer();
    if (isStale(await findFill(listId))) await fill(listId);
    const { opened, hadDue, isNews } = await openSome(list, pace, Math.min(more, placedTogether), passedOver);
    const refused = await Promise.all(opened.map((line) => place(list, line)));
    passedOver.push(...refused.filter((one) => one !== undefined));
    if (isNews) continue;
    if (hadDue) return answer('The leads that are due are with others now.');
    const next = await firstDueAfter(listId, 'waiting', anybody, clock.iso());
    if (next) return answer('No lead is due now.', next);
    return answer(open > 0 ? '' : 'This list has no more leads to call.');
  }
  return answer();
}

/** Opens as many lines as a list may have out now, and places their calls. It may be asked at any time, by many at once. */
export const paceList = (listId: string): Promise<Paced> =>
  asSystem(tenantOf(), 'dialler', () => paced(listId));

/**
 * Takes an agent out of those who wait for whoever answers, for a lead that they alone may be given.
 * @returns whether they are: not where the lines that are out need them
 */
export async function leaveAnswers(list: ListRecord, ready: ReadinessRecord, at: number): Promise<boolean> {
  const { pace, open, floor, gauge } = await standing(list);
  if (!mayBeOpen(open, floor.free - 1, gauge)) return false;
  try {
    await commit(paceWrite(pace), readinessWrite(ready, { ...ready, awaitsAnswers: false }, at));
    return true;
  } catch (error) {
    if (error instanceof Overtaken || error instanceof ConditionFailed) return false;
    throw error;
  }
}
