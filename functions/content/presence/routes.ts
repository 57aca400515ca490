import { routesOf } from '#functions/kernel/http.ts';
import { content } from '#shared/api/content.ts';
import { beHere, changesSince } from './use-cases.ts';

const r = routesOf(content);

export const presence = {
  beHere: r.beHere.handler(({ input: { id, ...here } }) => beHere(id, here)),
  changesSince: r.changesSince.handler(({ input }) => changesSince(input.id, input.since)),
};
