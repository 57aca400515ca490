import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import type { Told } from '#functions/kernel/module-told.ts';
import { devices } from './optisigns.ts';
import { connect, providerKind } from './provider.ts';
import { displayStates, findConfig } from './store.ts';

const setKey = 'An admin sets its API key under Settings, Digital signage.';

/** How the provider of displays stands. */
export async function signageStanding(): Promise<Told> {
  const config = await findConfig();
  const kind = providerKind(config);
  if (kind === 'none')
    return {
      state: 'not_connected',
      reason: 'OptiSigns is not connected yet.',
      advice: setKey,
    };
  const probe = {
    key: `${kind} ${config.sealedKey ?? ''} ${config.teamId ?? ''}`,
    ask: async () => {
      try {
        await devices(await connect(config), 1, clock.now());
        return null;
      } catch (error) {
        if (error instanceof AppError) return error.message;
        throw error;
      }
    },
  };
  if (kind === 'sandbox')
    return {
      state: 'sandbox',
      reason: 'Virtual displays of the sandbox stand in for OptiSigns.',
      advice: `For real displays: ${setKey}`,
      probe,
    };
  const troubled = [...(await displayStates()).values()].filter(({ trouble }) => trouble);
  if (troubled.length > 0)
    return {
      state: 'degraded',
      reason: `${troubled
        .map(({ name }) => name)
        .slice(0, 3)
        .join(
          ', ',
        )}${troubled.length > 3 ? ` and ${troubled.length - 3} more` : ''}: the last push was not taken.`,
      advice: 'Look at the displays; each says why.',
      probe,
    };
  return { state: 'ok', reason: '', probe };
}
