import { tenantOf } from '#functions/kernel/actor.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { ExchangeDown, ExchangeRefused, exchangeHealth } from '#functions/telephony/api.ts';
import { abilitiesNamed, type PlanAbilities, planAbilities } from '#shared/model/dialplan/abilities.ts';

/** An exchange is asked again after so long; ms. It learns to do more with a new version and no other way. */
const askedAgainMs = 60_000;

const known = new Map<number, { at: number; abilities: PlanAbilities }>();

/**
 * What the workspace's exchange can do for plans, as it says itself. While it is away, or there is none, what those of
 * this version can.
 */
export async function abilitiesOfExchange(): Promise<PlanAbilities> {
  const kept = known.get(tenantOf());
  if (kept && Date.now() - kept.at < askedAgainMs) return kept.abilities;
  try {
    const { plans } = await exchangeHealth();
    const abilities = abilitiesNamed(plans);
    known.set(tenantOf(), { at: Date.now(), abilities });
    return abilities;
  } catch (error) {
    const isAway = error instanceof AppError && error.code === 'exchange_not_connected';
    if (!isAway && !(error instanceof ExchangeDown || error instanceof ExchangeRefused)) throw error;
    return kept?.abilities ?? planAbilities;
  }
}
