import { routesOf } from '#functions/kernel/http.ts';
import { telephony } from '#shared/api/telephony.ts';
import { tellAccount } from './endpoints.ts';
import { hearExchange } from './events.ts';
import {
  enrolBridge,
  hearAnswer,
  hearHeartbeat,
  messagesForBridge,
  renewChannel,
} from './exchanges/bridge.ts';
import {
  createExchange,
  listExchanges,
  makeEnrolment,
  removeExchange,
  revokeExchange,
  updateExchange,
} from './exchanges/manage.ts';
import { moveTo } from './exchanges/placement.ts';
import { endTestPhone, makeTestPhone, tryExchange } from './exchanges/try.ts';
import { changeMusic, readMusic } from './music.ts';

const r = routesOf(telephony);

export const routes = r.router({
  event: r.event.handler(({ input }) => hearExchange(input)),

  music: r.music.handler(async () => ({ music: await readMusic() })),
  setMusic: r.setMusic.handler(async ({ input }) => ({ music: await changeMusic(input, tellAccount) })),

  exchanges: r.exchanges.handler(async () => ({ exchanges: await listExchanges() })),
  createExchange: r.createExchange.handler(({ input }) => createExchange(input)),
  updateExchange: r.updateExchange.handler(({ input }) => updateExchange(input)),
  removeExchange: r.removeExchange.handler(async ({ input }) => {
    await removeExchange(input.id);
    return { message: 'The exchange was removed.' };
  }),
  enrolExchange: r.enrolExchange.handler(({ input }) => makeEnrolment(input.id)),
  revokeExchange: r.revokeExchange.handler(({ input }) => revokeExchange(input.id)),
  moveToExchange: r.moveToExchange.handler(async ({ input }) => {
    await moveTo(input.exchangeId);
    return { exchanges: await listExchanges() };
  }),
  testExchange: r.testExchange.handler(() => tryExchange()),
  testPhone: r.testPhone.handler(() => makeTestPhone()),
  removeTestPhone: r.removeTestPhone.handler(async ({ input }) => {
    await endTestPhone(input.phone);
    return { message: 'The phone was removed.' };
  }),

  enrolBridge: r.enrolBridge.handler(({ input }) => enrolBridge(input)),
  bridgeHeartbeat: r.bridgeHeartbeat.handler(({ input }) => hearHeartbeat(input)),
  bridgeChannel: r.bridgeChannel.handler(() => renewChannel()),
  bridgeMessages: r.bridgeMessages.handler(({ input }) => messagesForBridge(input.run, input.done)),
  bridgeAnswer: r.bridgeAnswer.handler(async ({ input }) => {
    await hearAnswer(input);
    return {};
  }),
});
