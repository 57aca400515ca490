import { routesOf } from '#functions/kernel/http.ts';
import { pbx } from '#shared/api/pbx/index.ts';
import { createAgent } from './create.ts';

const r = routesOf(pbx);

export const agents = { createAgent: r.createAgent.handler(({ input }) => createAgent(input)) };
