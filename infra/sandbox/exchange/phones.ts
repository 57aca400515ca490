import { randomUUID, timingSafeEqual } from 'node:crypto';
import { liveLegs } from './call.ts';
import type { Core } from './core.ts';
import { offerAll } from './queues.ts';
import type { StoredPhone } from './store.ts';

/* Agents' phones: whether they can be reached. */

/** A phone that has not been heard of for so long is gone; ms. */
export const registeredMs = 45_000;

function tellOfPhone(core: Core, { account, phone }: StoredPhone, event: 'phone-registered' | 'phone-gone') {
  core.parts.changed(phone);
  core.tellAccount(account, phone, { event, phone });
}

/** The phone, where the password is its own and may still be used. */
export function phoneOfPassword(core: Core, phone: string, password: string): StoredPhone | undefined {
  const stored = core.parts.store.phone(phone);
  if (!stored) return undefined;
  const right = Buffer.from(stored.settings.password);
  const given = Buffer.from(password);
  const { expiresAt } = stored.settings;
  if (expiresAt !== null && Date.parse(expiresAt) < core.parts.clock.now()) return undefined;
  return given.length === right.length && timingSafeEqual(given, right) ? stored : undefined;
}

/** A phone says that it is there; again before it is gone, it stays. */
export function register(core: Core, phone: string): void {
  const stored = core.parts.store.phone(phone);
  if (!stored) return;
  const isNews = !core.isRegistered(phone);
  const after = { ...stored, until: Date.now() + registeredMs, ...(isNews ? { since: core.now() } : {}) };
  core.parts.store.putPhone(after);
  if (!isNews) return;
  tellOfPhone(core, after, 'phone-registered');
  watch(core, phone);
  offerAll(core);
}

/** A telephone outside need not register: it can be rung from now on. */
export function registerOutside(core: Core, phone: string): void {
  const stored = core.parts.store.phone(phone);
  if (stored) tellOfPhone(core, stored, 'phone-registered');
  offerAll(core);
}

/** A phone is switched off, or was not heard of. A call that it has goes on. */
export function unregister(core: Core, phone: string): void {
  const stored = core.parts.store.phone(phone);
  if (!stored || (stored.until === 0 && stored.settings.kind !== 'outside')) return;
  const after = { ...stored, until: 0, since: core.now() };
  core.parts.store.putPhone(after);
  tellOfPhone(core, after, 'phone-gone');
}

/** A phone dials the emergency services, or 933, by itself: the exchange tells of it and has no call. */
export function dialEmergency(core: Core, phone: string, to: string): void {
  const stored = core.parts.store.phone(phone);
  if (!stored) return;
  const emergencyId = randomUUID();
  core.tellAccount(stored.account, `emergency ${emergencyId}`, {
    event: 'emergency-dialled',
    phone,
    to,
    emergencyId,
  });
}

function watch(core: Core, phone: string): void {
  core.parts.work.add({ lane: `phone ${phone}`, kind: 'phone', body: { phone }, delay: registeredMs });
}

/** Whether a phone was heard of meanwhile; by this machine's clock, however the sandbox's was moved. */
export function lookAtPhone(core: Core, phone: string): number | undefined {
  const stored = core.parts.store.phone(phone);
  if (!stored || stored.until === 0) return undefined;
  const left = stored.until - Date.now();
  if (left > 0) return Math.max(1_000, left);
  unregister(core, phone);
  return undefined;
}

/** What stands on an agent's phone. */
export function callsOnPhone(core: Core, phone: string) {
  return core.parts.store.live().flatMap((call) => {
    const leg = liveLegs(call).find((one) => one.phone === phone);
    if (!leg) return [];
    const { callId, direction, callerId, to, state, held, recording, transfer, answeredAt, digits } = call;
    return [
      {
        callId,
        direction,
        from: callerId,
        to,
        role: leg.role,
        mode: leg.mode ?? null,
        queueId: leg.queueId ?? null,
        /** Of this phone. */
        state: leg.state,
        since: leg.since,
        /** Of the other party: an outbound call rings it when this phone was taken up. */
        otherParty: state,
        answeredAt,
        held,
        recording: recording?.state ?? 'off',
        transfer,
        digits,
      },
    ];
  });
}
