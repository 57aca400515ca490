import { agentGroupsThere } from '#functions/agentGroups/api.ts';
import { leaderboard } from '#functions/dashboard/api.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { usersThere } from '#functions/users/api.ts';
import { pbx } from '#shared/api/pbx/index.ts';
import { agents } from './agents/routes.ts';
import { callbacks } from './callbacks/routes.ts';
import { callControl } from './calls/routes.ts';
import { dispositions } from './dispositions/routes.ts';
import { emergency } from './emergency/routes.ts';
import { extensions } from './extensions/routes.ts';
import { extensionsThere } from './extensions/store.ts';
import { queueOr404 } from './queues/queues.ts';
import { queues } from './queues/routes.ts';
import { queuesThere } from './queues/store.ts';
import { sessions } from './sessions/routes.ts';
import { voicemail } from './voicemail/routes.ts';

const r = routesOf(pbx, {
  lookUps: { user: usersThere, extension: extensionsThere, queue: queuesThere, agentGroup: agentGroupsThere },
  // That the queue itself is not there is told first.
  kept: async ({ id }) => {
    if (typeof id === 'string' && id.startsWith('que_')) await queueOr404(id);
    return undefined;
  },
});

export const routes = r.router({
  ...agents,
  ...callControl,
  ...extensions,
  ...queues,
  ...callbacks,
  ...dispositions,
  ...emergency,
  ...sessions,
  ...voicemail,
  leaderboard: r.leaderboard.handler(async ({ input: { days } }) => ({
    days,
    leaderboard: await leaderboard(days),
  })),
});
