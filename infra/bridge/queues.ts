import type { ExchangeQueue, HeldPlace } from '#shared/exchange/commands.ts';
import { type Call, legsOf, soundsOf } from './call.ts';
import { offerCallback } from './callback.ts';
import { type Calls, queueLeft, tellAccount } from './calls.ts';
import { releaseOffers } from './join-queue.ts';
import { declined } from './offers.ts';
import type { Phones } from './phones.ts';
import { settle } from './place.ts';
import { queueOf, waitingIn } from './queue-list.ts';
import { timing } from './settings.ts';
import { type Candidate, choose } from './strategies.ts';
import { unanswered } from './voicemail.ts';

/** How a member of queues fared; kept over a restart, so that nobody's wrap-up is cut short. */
interface Fared {
  taken: number;
  lastEnded: number;
}

/** Shares callers who wait out among members who are free. */
export class Queues {
  readonly #calls: Calls;
  readonly #phones: Phones;
  readonly #fared = new Map<string, Fared>();
  readonly #lastIndex = new Map<string, number>();
  /** When a held place's turn was told last; the product bears it a second time. */
  readonly #told = new Map<string, number>();

  constructor(calls: Calls, phones: Phones) {
    this.#calls = calls;
    this.#phones = phones;
    for (const { name, value } of calls.parts.journal.all<Fared>('member')) this.#fared.set(name, value);
    calls.queueCallEnded = (phone) => this.#noteEnded(phone);
  }

  /** Looks at everybody who waits. */
  async tick(): Promise<void> {
    const queues = new Map<string, { tenant: number; queueId: string }>();
    for (const { queue, tenant } of this.#calls.live.values())
      if (queue) queues.set(`${tenant} ${queue.queueId}`, { tenant, queueId: queue.queueId });
    for (const { tenant, name, value } of this.#calls.parts.journal.all<ExchangeQueue>('queue'))
      if (value.places?.length) queues.set(`${tenant} ${name}`, { tenant, queueId: name });
    for (const { tenant, queueId } of queues.values()) {
      const settings = queueOf(this.#calls, tenant, queueId);
      const line = [
        ...waitingIn(this.#calls, tenant, queueId).map((call) => ({ call, since: call.queue!.joinedAt })),
        ...(settings?.places ?? []).map((place) => ({ place, since: Date.parse(place.since) })),
      ].sort((one, other) => one.since - other.since);
      for (const next of line)
        if ('call' in next) await this.#calls.serial(next.call.id, () => this.#attend(next.call, settings));
        else this.#offerPlace(tenant, queueId, settings!, next.place);
    }
  }

  /** Says that it is a held place's turn, where a member is free for it; they are left to it for a while. */
  #offerPlace(tenant: number, queueId: string, queue: ExchangeQueue, { placeId }: HeldPlace): void {
    if (Date.now() < (this.#told.get(placeId) ?? 0) + timing.placeDue) return;
    const name = `${tenant} ${queueId}`;
    const [chosen] = choose(queue.strategy, this.#free(queue), this.#lastIndex.get(name) ?? -1);
    if (!chosen) return;
    const { phone, index } = chosen;
    this.#lastIndex.set(name, index);
    this.#told.set(placeId, Date.now());
    declined.set(phone, Date.now() + timing.placeReserved);
    tellAccount(this.#calls.parts, tenant, `place ${placeId}`, {
      event: 'place-due',
      queueId,
      placeId,
      phone,
    });
  }

  /** Their wrap-up begins. */
  #noteEnded(phone: string): void {
    const { taken = 0 } = this.#fared.get(phone) ?? {};
    const fared = { taken: taken + 1, lastEnded: Date.now() };
    this.#fared.set(phone, fared);
    this.#calls.parts.journal.put('member', Number(/^t(\d+)-/.exec(phone)?.[1]), phone, fared);
  }

  async #attend(call: Call, queue: ExchangeQueue | undefined): Promise<void> {
    if (!call.queue) return;
    const waited = Date.now() - call.queue.joinedAt;
    // A queue that was removed lets go of who waits in it.
    const inPlan = call.walk?.doing?.type === 'queue' ? call.walk.doing : undefined;
    const longest = Math.min(queue?.maxWaitTime ?? 0, inPlan?.maxWaitTime ?? Number.POSITIVE_INFINITY);
    if (!queue || waited > longest * 1000) return this.#letGo(call, queue);
    if (!legsOf(call).some(({ role }) => role.startsWith('offer:'))) await this.#offer(call, queue);
    const announces = inPlan?.announcePosition ?? queue.announcePosition;
    if (call.queue && announces && Date.now() - call.queue.announcedAt > timing.announce)
      await this.#announce(call);
    if (call.queue && queue.callback) await offerCallback(this.#calls, call, queue.callback, waited);
  }

  async #letGo(call: Call, queue: ExchangeQueue | undefined): Promise<void> {
    const left = queueLeft(call, 'timeout');
    call.queue = null;
    this.#calls.save(call, [left]);
    await releaseOffers(this.#calls, call);
    if (call.walk?.doing?.type === 'queue') return this.#calls.leaveQueueInPlan(call, 'timeout');
    await unanswered(this.#calls, call, queue?.voicemail);
  }

  #free(queue: ExchangeQueue): Candidate[] {
    const now = Date.now();
    const busy = new Set<string>();
    for (const call of this.#calls.live.values())
      for (const { phone } of legsOf(call)) if (phone) busy.add(phone);
    return queue.members.flatMap(({ phone, penalty, paused }, index) => {
      const { taken = 0, lastEnded = 0 } = this.#fared.get(phone) ?? {};
      const free =
        !paused &&
        !busy.has(phone) &&
        this.#phones.isRegistered(phone) &&
        lastEnded + queue.wrapUpSeconds * 1000 <= now &&
        (declined.get(phone) ?? 0) <= now;
      return free ? [{ phone, penalty, index, taken, lastEnded }] : [];
    });
  }

  async #offer(call: Call, queue: ExchangeQueue): Promise<void> {
    const name = `${call.tenant} ${call.queue!.queueId}`;
    const chosen = choose(queue.strategy, this.#free(queue), this.#lastIndex.get(name) ?? -1);
    for (const { phone, index } of chosen) {
      this.#lastIndex.set(name, index);
      const begun = await this.#calls.dial(call, `offer:${phone}`, { phone }, queue.timeout);
      if (!begun) declined.set(phone, Date.now() + timing.declined);
    }
  }

  async #announce(call: Call): Promise<void> {
    const waiting = waitingIn(this.#calls, call.tenant, call.queue!.queueId);
    const position = waiting.indexOf(call) + 1;
    call.queue!.announcedAt = Date.now();
    this.#calls.save(call);
    const media =
      position === 1
        ? 'sound:queue-youarenext'
        : `sound:queue-thereare,number:${position},sound:queue-callswaiting`;
    const { channel } = call.legs.party!;
    await this.#calls.parts.ari.attempt(
      'POST',
      `channels/${channel}/play/${call.id}.announce.${Date.now()}`,
      {
        media,
        lang: soundsOf(call),
      },
    );
  }
}

/** The caller leaves the queue again, and is talked with by whoever is left. */
export async function leaveQueue(calls: Calls, call: Call, key: string): Promise<void> {
  if (!call.queue) {
    calls.save(call, [], key);
    return;
  }
  const left = queueLeft(call, 'left');
  call.queue = null;
  calls.save(call, [left], key);
  await releaseOffers(calls, call);
  await settle(calls, call);
}
