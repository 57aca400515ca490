import { routesOf } from '#functions/kernel/http.ts';
import { pbx } from '#shared/api/pbx/index.ts';
import {
  addDisposition,
  dispositionCodes,
  initializeDispositions,
  orderDispositions,
  updateDisposition,
} from './codes.ts';

const r = routesOf(pbx);

export const dispositions = {
  dispositionCodes: r.dispositionCodes.handler(async () => ({ codes: await dispositionCodes() })),
  initializeDispositions: r.initializeDispositions.handler(() => initializeDispositions()),
  addDisposition: r.addDisposition.handler(({ input }) => addDisposition(input)),
  updateDisposition: r.updateDisposition.handler(({ input: { code, ...changes } }) =>
    updateDisposition(code, changes),
  ),
  orderDispositions: r.orderDispositions.handler(({ input }) => orderDispositions(input.codes)),
};
