import { randomInt } from 'node:crypto';
import { clock } from '#functions/kernel/clock.ts';
import { notFound, unavailable } from '#functions/kernel/errors.ts';
import { randomToken } from '#functions/kernel/ids.ts';
import { channelTimes } from '#shared/exchange/channel.ts';
import { ExchangeRefused } from '../adapter.ts';
import { ExchangeDown } from '../down.ts';
import { exchangeHealth, extensionOfPhone, phoneNameOf, putPhone, removePhone } from '../endpoints.ts';
import { userOfExtension } from '../hooks.ts';
import { usableExchange } from './manage.ts';
import { stateOf } from './state.ts';
import { findPlacement } from './store.ts';

/* The test of a connection: what the product can try of it; the rest the browser does. */

/** A phone of a test may register for so long; ms. */
const testPhoneMs = 5 * 60_000;

/** Whether the bridge lives, by its heartbeat; the built-in exchange has none. */
async function bridgeLives(): Promise<boolean> {
  const placement = await findPlacement();
  const exchange = placement && (await usableExchange(placement.exchangeId));
  return exchange !== undefined && ['online', 'degraded'].includes(stateOf(exchange).state);
}

/** Asks the exchange how it is, and how long that takes. @throws 409 where none is connected */
export async function tryExchange() {
  const begun = performance.now();
  const ms = () => Math.round(performance.now() - begun);
  try {
    const { kind, version } = await exchangeHealth();
    const text = kind === 'sandbox' ? 'The sandbox answers.' : `Asterisk ${version} is up.`;
    return { isReached: true, isUp: true, ms: ms(), version, text };
  } catch (error) {
    if (!(error instanceof ExchangeDown || error instanceof ExchangeRefused)) throw error;
    // Its bridge may live by its heartbeat, and not answer all the same.
    const isReached = ms() < channelTimes.answer && (await bridgeLives());
    return { isReached, isUp: false, ms: ms(), version: null, text: error.message };
  }
}

/** Lets a phone register that is nobody's: no extension has its number. @throws 502 'exchange_down' */
export async function makeTestPhone() {
  const password = randomToken(18);
  let number = '';
  do
    number = `0${randomInt(10 ** 7)
      .toString()
      .padStart(7, '0')}`;
  while (await userOfExtension.run(number));
  const phone = phoneNameOf(number);
  const expiresAt = new Date(clock.now() + testPhoneMs).toISOString();
  try {
    const access = await putPhone(phone, { name: 'Connection test', password, callerId: null, expiresAt });
    return { phone, password, access };
  } catch (error) {
    if (!(error instanceof ExchangeDown || error instanceof ExchangeRefused)) throw error;
    throw unavailable(`The exchange does not take a phone: ${error.message}`, 'exchange_down', error);
  }
}

/** @throws 404 for a phone of another workspace, or one that somebody has */
export async function endTestPhone(phone: string): Promise<void> {
  const number = extensionOfPhone(phone);
  if (number === undefined || (await userOfExtension.run(number))) throw notFound('The phone');
  try {
    await removePhone(phone);
  } catch (error) {
    // It ends by itself in some minutes.
    if (!(error instanceof ExchangeDown || error instanceof ExchangeRefused)) throw error;
  }
}
