import { noun } from '#functions/kernel/http.ts';
import { queuesOfAgents } from '#functions/pbx/api.ts';
import { queuesOfExchange } from './queues.ts';
import { routes } from './routes.ts';

queuesOfExchange.register(queuesOfAgents);

export const handler = noun(routes);
