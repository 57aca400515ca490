import { AppError } from '#functions/kernel/errors.ts';
import { assertActive, changeOwner, distribute } from '#functions/leadAssignments/api.ts';
import { changeLead, changeTags } from '#functions/leads/api.ts';
import { done, failed, type Runner, type StepResult } from './runner.ts';

/** What the lead's own rules refuse is told in the history; the journey goes on. */
async function orSay(work: () => Promise<StepResult>): Promise<StepResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500 || error.status === 409) throw error;
    return failed('next', error.message);
  }
}

export const tag: Runner<'tag'> = {
  run: ({ config, lead }) =>
    orSay(async () => {
      await changeTags(lead.id, config.add, config.remove);
      const parts = [
        ...config.add.map((one) => `added “${one}”`),
        ...config.remove.map((one) => `took away “${one}”`),
      ];
      return done('next', `Tags: ${parts.join(', ')}`);
    }),
};

export const status: Runner<'status'> = {
  run: ({ config, lead }) =>
    orSay(async () => {
      await changeLead(lead.id, { status: config.status });
      return done('next', `Status: ${config.status}`);
    }),
};

const strategies = { leastLoaded: 'least-loaded', roundRobin: 'round-robin' } as const;

export const assign: Runner<'assign'> = {
  run: ({ config, lead }) =>
    orSay(async () => {
      const { to, userId } = config;
      if (to === 'nobody') {
        await changeOwner(lead, null, 'journey');
        return done('next', 'Given back');
      }
      if (to === 'user') {
        await assertActive(userId ?? '');
        await changeOwner(lead, userId, 'journey');
        return done('next', 'Assigned');
      }
      if (lead.ownerId !== null) return done('next', 'It is somebody’s already');
      const { assigned, skipped } = await distribute({
        leadIds: [lead.id],
        count: 1,
        strategy: strategies[to],
      });
      return assigned.length > 0
        ? done('next', 'Assigned')
        : failed('next', skipped[0]?.reason ?? 'Nobody could take it.');
    }),
};
