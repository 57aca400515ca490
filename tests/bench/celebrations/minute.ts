import { Listener } from '#tests/support/push-listener.ts';
import { tellTimes } from '../hints.ts';
import type { Office } from './office.ts';

/** The part `minute`: run.ts says what it measures. */
export async function minute({ admin, pages, rules, lead, win, clear }: Office, deals: number) {
  await rules({});
  const { url } = await admin.ask<{ url: string }>('GET', '/push-channel');
  const bare = await Listener.open(url, admin.token);
  await bare.init();
  await bare.subscribe('/tenant/1/topic/celebrations');
  const [hints, firsts, lasts]: number[][] = [[], [], []];
  // The first turns start functions.
  for (let deal = -2; deal < deals; deal++) {
    const customer = `Customer${deal + 100}`;
    const id = await lead(customer);
    while (bare.unheard.length > 0) await bare.heard();
    const began = Date.now();
    // Of functions that start the listener would lose its patience.
    const heard = deal < 0 ? undefined : bare.heard().then(() => Date.now() - began);
    const times = await win(id, customer);
    const hint = await heard;
    if (hint !== undefined) {
      hints!.push(hint);
      firsts!.push(Math.min(...times));
      lasts!.push(Math.max(...times));
    }
    await clear(began);
  }
  bare.close();
  return {
    hint: tellTimes('A bare websocket hears of it', hints!, 'deals'),
    first: tellTimes('The first display shows it', firsts!, 'deals'),
    last: tellTimes(`The last of ${pages.length} shows it`, lasts!, 'deals'),
  };
}
