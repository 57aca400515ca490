import { holds } from '#functions/kernel/access.ts';
import { platformTenant, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { exchangeUrl } from '#functions/kernel/env.ts';
import { channelTimes } from '#shared/exchange/channel.ts';
import {
  builtInExchange,
  type ExchangeState,
  type TelephoneExchange,
} from '#shared/model/telephone-exchange.ts';
import type { ExchangeRecord, OwnedExchange, Placement } from './store.ts';

const isAhead = (at: string | null): boolean => at !== null && Date.parse(at) > clock.now();

/** How an exchange stands by what was heard of its bridge, and since when. */
export function stateOf(one: ExchangeRecord): { state: ExchangeState; since: string | null } {
  const waits = one.tokenHash !== null && isAhead(one.tokenUntil);
  if (!one.keyHash) {
    if (waits) return { state: 'enrolling', since: null };
    return one.revokedAt ? { state: 'revoked', since: one.revokedAt } : { state: 'new', since: null };
  }
  const heard = one.seenAt ?? one.enrolledAt!;
  const silentAt = Date.parse(heard) + channelTimes.silence * 1000;
  if (!one.seenAt || silentAt <= clock.now() || !isAhead(one.keyUntil))
    return { state: 'offline', since: heard };
  return { state: one.asteriskConnected ? 'online' : 'degraded', since: one.asteriskSince };
}

/** Whoever adds exchanges for the platform, and for their own workspace else. */
export const ownerHere = (): number => (holds('platform.manage') ? platformTenant : tenantOf());

export function viewOf(one: OwnedExchange, placement: Placement | undefined): TelephoneExchange {
  const isShared = one.owner === platformTenant;
  const mayManage = one.owner === ownerHere();
  const { name, phoneUrl, seenAt, bridgeVersion, asteriskVersion, version } = one;
  return {
    id: one.exchangeId,
    name,
    phoneUrl,
    kind: 'asterisk',
    isShared,
    isOurs: placement?.exchangeId === one.exchangeId,
    mayManage,
    ...stateOf(one),
    seenAt,
    bridgeVersion,
    asteriskVersion,
    // What other workspaces do there is theirs.
    liveCalls: mayManage ? one.liveCalls : null,
    phones: mayManage ? one.phones : null,
    enrolmentUntil: mayManage && isAhead(one.tokenUntil) ? one.tokenUntil : null,
    version,
  };
}

/** What the deployment brings by itself, where it brings one: the sandbox on one's own machine. */
export function builtInView(placement: Placement | undefined): TelephoneExchange[] {
  if (!exchangeUrl()) return [];
  return [
    {
      id: builtInExchange,
      name: process.env.EXCHANGE_URL ? 'Asterisk beside this machine' : 'Sandbox',
      phoneUrl: '',
      kind: 'built-in',
      isShared: true,
      isOurs: !placement || placement.exchangeId === builtInExchange,
      mayManage: false,
      state: 'online',
      since: null,
      seenAt: null,
      bridgeVersion: null,
      asteriskVersion: null,
      liveCalls: null,
      phones: null,
      enrolmentUntil: null,
      version: 1,
    },
  ];
}
