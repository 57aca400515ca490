import { routesOf } from '#functions/kernel/http.ts';
import { callbacks as contract } from '#shared/api/pbx/callbacks.ts';
import { cancelCallback, listCallbacks } from './list.ts';

const r = routesOf(contract);

export const callbacks = {
  queueCallbacks: r.queueCallbacks.handler(({ input }) => listCallbacks(input.id)),
  cancelCallback: r.cancelCallback.handler(({ input }) => cancelCallback(input.id)),
};
