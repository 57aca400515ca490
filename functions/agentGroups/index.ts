import { noun } from '#functions/kernel/http.ts';
import { queueChangesOfGroup } from '#functions/pbx/api.ts';
import { queueChanges } from './queue-hook.ts';
import { routes } from './routes.ts';

queueChanges.register(queueChangesOfGroup);

export const handler = noun(routes);
