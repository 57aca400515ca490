import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { keepStanding, readStanding, withSince } from '../standing.ts';
import { lookAtInstallation } from './probes.ts';
import { lookAtQueues } from './queues.ts';

/** The minute's look at the installation, kept for whoever asks how it stands. */
export const handler = (): Promise<void> =>
  asSystem(platformTenant, 'watcher', async () => {
    const before = await readStanding();
    const { modules, queues } = await lookAtInstallation(before, () => lookAtQueues(before.queues));
    const { after } = withSince(before, modules);
    await keepStanding({ ...after, checkedAt: clock.iso(), queues: queues ?? before.queues });
  });
