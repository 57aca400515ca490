import { displays } from '#functions/content/api.ts';
import { plansForNumbers, pushDeployment } from '#functions/dialplans/api.ts';
import { plansOfNumbers, targetOf } from '#functions/dids/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { type DueEntry, type DueKind, type Looked, lookAt } from '#functions/kernel/due.ts';
import { log } from '#functions/kernel/log.ts';
import { pushPlan, targetOfNumber } from '#functions/pbx/api.ts';
import { contentDisplays } from '#functions/signage/api.ts';
import { numbersAfter } from '#functions/tenants/api.ts';
import { markEarlier } from './earlier.ts';
import { dueKinds } from './kinds.ts';
import { readDue } from './read-due.ts';
import { sweepRound } from './round.ts';
import { notePosition, readPosition } from './store.ts';

displays.register(contentDisplays);
targetOfNumber.register(targetOf);
plansOfNumbers.register(plansForNumbers);
pushPlan.register(pushDeployment);

/** Turns begin for so long, ms: what they began has ten seconds more before the function's time is over. */
const budgetMs = 45_000;
/** Items that are looked at at the same time, which is mostly waiting for the table; and of them those of one tenant. */
const atOnce = 32;
const atOnceOfTenant = 8;

async function look(entry: DueEntry): Promise<Looked> {
  const work = dueKinds[entry.kind as DueKind];
  // A version that is being deployed, or was taken back, may not know of what another wrote.
  return lookAt(entry, work ?? { look: () => Promise.reject(new Error('Nobody knows this kind of work.')) });
}

/** The minute: what is due over all tenants, and then, for a while after an upgrade, work of earlier versions. */
export async function handler(): Promise<void> {
  const deadline = Date.now() + budgetMs;
  const { earlier, sweptAt: _, ...position } = await readPosition();
  const read = (places: readonly string[]) => readDue(clock.iso(), places);
  const note = ({ after, places }: { after: number; places: readonly string[] }) =>
    notePosition({ after, places: [...places] });
  const swept = await sweepRound({ read, look, position, atOnce, atOnceOfTenant, deadline, note });
  if (swept.isCut) log.warn('A minute was too short for all that is due; the next goes on.', { ...swept });
  await markEarlier({
    kinds: dueKinds,
    progress: earlier,
    tenantsAfter: numbersAfter,
    note: (progress) => notePosition({ earlier: progress }),
    deadline,
  });
  await notePosition({ sweptAt: clock.iso() });
}
