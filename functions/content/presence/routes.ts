import { routesOf } from '#functions/kernel/http.ts';
import { content } from '#shared/api/content.ts';
import { changesSince, recordPresence } from './use-cases.ts';

const r = routesOf(content);

export const presence = {
  beHere: r.beHere.handler(({ input: { id, ...here } }) => recordPresence(id, here)),
  changesSince: r.changesSince.handler(({ input }) => changesSince(input.id, input.since)),
};
