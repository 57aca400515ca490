import type { Told } from '#functions/kernel/module-told.ts';
import { connection } from './account.ts';

/** How skip tracing stands. Its provider is not asked: each question may be billed. */
export async function tracingStanding(): Promise<Told> {
  const { connected, sandbox, trouble } = await connection();
  const advice = 'An admin sets the credentials under Skip tracing, Settings.';
  if (!connected)
    return { state: 'not_connected', reason: 'No provider of skip tracing is connected yet.', advice };
  if (trouble) return { state: 'down', reason: trouble, advice };
  if (sandbox)
    return {
      state: 'sandbox',
      reason: 'The sandbox stands in for the provider: its people are made up.',
      advice: `For real people: ${advice}`,
    };
  return { state: 'ok', reason: '' };
}
