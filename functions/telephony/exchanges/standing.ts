import { platformTenant, tenantOf } from '#functions/kernel/actor.ts';
import { exchangeUrl } from '#functions/kernel/env.ts';
import { builtInExchange, type ExchangeState } from '#shared/model/telephone-exchange.ts';
import { stateOf } from './state.ts';
import { findExchange, findPlacement } from './store.ts';

/** How the exchange of the workspace stands, as its heartbeat says; nobody is asked. */
export interface ExchangeStanding {
  /** 'built-in' tells nothing of itself. */
  state: ExchangeState | 'none' | 'built-in';
  name: string;
  since: string | null;
  /** When its bridge was heard last. */
  seenAt: string | null;
}

export async function exchangeStanding(): Promise<ExchangeStanding> {
  const nothing = { since: null, seenAt: null };
  const placement = await findPlacement();
  if (!placement || placement.exchangeId === builtInExchange)
    return exchangeUrl()
      ? { state: 'built-in', name: process.env.EXCHANGE_URL ? 'Asterisk' : 'Sandbox', ...nothing }
      : { state: 'none', name: '', ...nothing };
  const exchange = await findExchange(placement);
  if (!exchange || ![tenantOf(), platformTenant].includes(exchange.owner))
    return { state: 'none', name: '', ...nothing };
  return { ...stateOf(exchange), name: exchange.name, seenAt: exchange.seenAt };
}
