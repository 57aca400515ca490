import { didViewer } from '#functions/dids/api.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { answerAs } from '#functions/kernel/http-context.ts';
import { type NumberFeature, requestRemedy, searchNumbers } from '#functions/messages/api.ts';
import { callsOfCarrier, carrierCall, carrierDids } from '#shared/api/carrier-dids.ts';
import { type RentingCarrier, rentingCarriers } from '#shared/model/did.ts';
import { buyMany, buyOne } from './buy.ts';
import { purchased, syncCarrier } from './list.ts';
import { releaseDid } from './release.ts';

const r = routesOf(carrierDids);

const accepted = 202;
const ok = 200;

function routesFor(carrier: RentingCarrier) {
  const of = callsOfCarrier(r, carrier);
  return {
    search: of.search.handler(async ({ input: { features, ...search } }) => {
      const found = await searchNumbers(carrier, {
        ...search,
        features: features ? (features.split(',') as NumberFeature[]) : [],
      });
      return {
        sandbox: found.sandbox,
        numbers: found.numbers.map(({ number, label, locality, region, sms, mms, voice, price }) => ({
          phoneNumber: number,
          friendlyName: label,
          locality,
          region,
          capabilities: { sms, mms, voice },
          ...price,
        })),
      };
    }),
    purchase: of.purchase.handler(async ({ input }) => {
      const { did, had, isPending } = await buyOne(carrier, input);
      if (isPending) answerAs(accepted);
      else if (had) answerAs(ok);
      return did;
    }),
    bulkPurchase: of.bulkPurchase.handler(async ({ input: { phoneNumbers, poolId } }) => {
      const bought = await buyMany(carrier, phoneNumbers, poolId);
      if (bought.summary.pending > 0) answerAs(accepted);
      return bought;
    }),
    purchased: of.purchased.handler(({ input }) => purchased(carrier, input)),
    sync: of.sync.handler(() => syncCarrier(carrier)),
    release: of.release.handler(async ({ input: { id, confirm } }) => {
      const { did, isPending } = await releaseDid(carrier, id, confirm);
      if (isPending) answerAs(accepted);
      return did;
    }),
  };
}

const telnyxRemedy = r.telnyxRemedy.handler(async ({ input: { id, purpose } }) =>
  (await didViewer())(await requestRemedy('telnyx', id, purpose)),
);

export const routes = r.router({
  ...Object.fromEntries(
    rentingCarriers.flatMap((carrier) =>
      Object.entries(routesFor(carrier)).map(([name, call]) => [carrierCall(carrier, name), call]),
    ),
  ),
  telnyxRemedy,
} as unknown as Parameters<typeof r.router>[0]);
