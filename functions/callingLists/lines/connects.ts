import { conflict } from '#functions/kernel/errors.ts';
import { ExchangeDown, exchangeHealth } from '#functions/telephony/api.ts';

/**
 * That the exchange of the workspace can ring a lead first and put who answers through to an agent. One of an earlier
 * version would leave them in silence.
 * @throws 409 'exchange_cannot_connect', 'exchange_down', 'exchange_not_connected'
 */
export async function assertConnects(): Promise<void> {
  try {
    const { capabilities } = await exchangeHealth();
    if (capabilities.includes('connect')) return;
  } catch (error) {
    if (!(error instanceof ExchangeDown)) throw error;
    throw conflict(
      'The exchange cannot be reached, so it is not known whether it can dial this way. Please try again.',
      undefined,
      'exchange_down',
    );
  }
  throw conflict(
    'Your telephone exchange cannot put answered calls through to agents: power and predictive dialling need a newer bridge. Preview and progressive work with it.',
    undefined,
    'exchange_cannot_connect',
  );
}
