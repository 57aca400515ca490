import { AppError, conflict, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import type { Command } from '#shared/exchange/commands.ts';
import { ExchangeRefused } from './adapter.ts';
import { ExchangeDown } from './down.ts';
import { exchangeOfCall } from './exchanges/placement.ts';

/**
 * Has the exchange act on a call; the same key again changes nothing. What becomes of it is told by events.
 * @throws 404 for what the exchange does not know; 409 'wrong_state' with its sentence; 503 while it is down
 */
export async function commandCall(callId: string, command: Command, key = newId('cmd')): Promise<void> {
  try {
    await (await exchangeOfCall(callId)).command(callId, key, command);
  } catch (error) {
    if (error instanceof ExchangeDown)
      throw new AppError(503, 'exchange_down', 'The exchange cannot be reached. Please try again.');
    if (!(error instanceof ExchangeRefused)) throw error;
    if (error.status === 404) throw notFound('The phone, queue or call');
    throw conflict(error.message, undefined, error.code);
  }
}
