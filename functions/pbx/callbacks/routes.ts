import { routesOf } from '#functions/kernel/http.ts';
import { pbx } from '#shared/api/pbx/index.ts';
import { cancelCallback, listCallbacks } from './list.ts';

const r = routesOf(pbx);

export const callbacks = {
  queueCallbacks: r.queueCallbacks.handler(({ input }) => listCallbacks(input.id)),
  cancelCallback: r.cancelCallback.handler(({ input }) => cancelCallback(input.id)),
};
