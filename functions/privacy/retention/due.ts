import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { newId } from '#functions/kernel/ids.ts';
import { findJob, newJob } from '#functions/kernel/paged-job.ts';
import { commit } from '#functions/kernel/table.ts';
import { cutoffOf } from '#shared/model/retention.ts';
import { termKinds } from './kinds.ts';
import { nextRun, zoneOf } from './next-run.ts';
import {
  findRun,
  jobKind,
  type RulesRecord,
  readRules,
  readTurn,
  runInsertion,
  type TermOfRun,
  type TurnRecord,
  turnWrite,
} from './store.ts';

/** The rules that run now, in the order in which kinds are taken. */
function termsNow({ rules }: RulesRecord, { stopped }: TurnRecord, zone: string): TermOfRun[] {
  const now = clock.now();
  return termKinds.flatMap(({ kind, title }) => {
    const rule = rules[kind];
    if (!rule || rule.isPaused || Date.parse(rule.startsAt) > now) return [];
    const before = cutoffOf(zone, now, rule.term);
    const place = stopped[kind];
    // A place lies within the stretch that is read; of a longer term it may lie behind its end.
    return [
      { kind, title, term: rule.term, before, from: place && place.before <= before ? place.cursor : null },
    ];
  });
}

/** Whether the last run goes on: two at a time would take the same. */
async function isRunning(lastRunId: string | null): Promise<boolean> {
  const run = lastRunId === null ? undefined : await findRun(lastRunId);
  return run?.endedAt === null && (await findJob(run.jobId))?.status === 'running';
}

/**
 * The sweeper's part: in the tenant's night the run of all rules begins. The run, its job and the next night are one
 * transaction, so that a look which is made twice begins one run.
 */
export const retentionWork: DueWork = {
  async look() {
    const turn = await readTurn();
    if (turn.nextAt === null) return undefined;
    if (Date.parse(turn.nextAt) > clock.now()) return turn.nextAt;
    const [rules, zone] = await Promise.all([readRules(), zoneOf()]);
    const nextAt = nextRun(rules.rules, zone, clock.now());
    const terms = termsNow(rules, turn, zone);
    if (terms.length === 0 || (await isRunning(turn.lastRunId))) {
      await commit(turnWrite(turn, { nextAt }));
      return nextAt ?? undefined;
    }
    const runId = newId('rtr');
    const { job, write, begin } = newJob({
      kind: jobKind,
      title: 'Erase what is kept no longer',
      subjectId: runId,
      input: { runId },
      link: '/settings/privacy?tab=retention',
    });
    const run = {
      runId,
      jobId: job.jobId,
      startedAt: clock.iso(),
      terms,
      stopped: {},
      endedAt: null,
      results: null,
    };
    await commit(runInsertion(run), write, turnWrite(turn, { nextAt, lastRunId: runId }));
    await begin();
    return nextAt ?? undefined;
  },
  earlier: async () => [],
};
