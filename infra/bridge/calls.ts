import type { Account, Target } from '#shared/exchange/commands.ts';
import type { ExchangeEvent, QueueExit } from '#shared/exchange/events.ts';
import type { CallResult } from '#shared/model/exchange.ts';
import { type Ari, AriError } from './ari.ts';
import { bridgeOf, type Call, isLive, type Leg, legsOf, type PlanWalk, type Role } from './call.ts';
import type { Delivery } from './delivery.ts';
import { dialParameters, findOutsideTelephone } from './dial-parameters.ts';
import type { Journal } from './journal.ts';
import { nodeLeft } from './plan-walk.ts';
import type { Plans } from './plans.ts';
import type { BridgeSettings } from './settings.ts';

/** An event of a call; its number is added when it is written down, and its time where it has none of its own. */
export type Told = Partial<ExchangeEvent> & { event: ExchangeEvent['event'] };

/** The parts of the bridge that everything works with. */
export interface Parts {
  ari: Ari;
  journal: Journal;
  delivery: Delivery;
  settings: BridgeSettings;
  plans: Pick<Plans, 'find'>;
  log(line: string): void;
}

/** Calls that go on, each of whose changes are made one after another. */
export class Calls {
  readonly parts: Parts;
  readonly live = new Map<string, Call>();
  /** Told when an agent whom a queue gave a caller is done with them. */
  queueCallEnded: (phone: string) => void = () => undefined;
  /** Has a caller go on in the plan that had them wait in a queue. */
  leaveQueueInPlan: (call: Call, way: 'timeout' | 'full') => Promise<void> = async () => undefined;
  readonly #channels = new Map<string, { id: string; role: Role }>();
  readonly #work = new Map<string, Promise<unknown>>();

  constructor(parts: Parts) {
    this.parts = parts;
    for (const call of parts.journal.liveCalls()) this.#remember(call);
  }

  #remember(call: Call): void {
    this.live.set(call.id, call);
    for (const leg of legsOf(call)) this.#channels.set(leg.channel, { id: call.id, role: leg.role });
  }

  find(id: string): Call | undefined {
    return this.live.get(id) ?? this.parts.journal.findCall(id);
  }

  /** The call and part of it that a channel is. */
  ofChannel(channel: string): { id: string; role: Role } | undefined {
    return this.#channels.get(channel);
  }

  /** Does work on a call after all that was begun on it before. */
  serial<T>(id: string, work: () => Promise<T> | T): Promise<T> {
    const before = this.#work.get(id) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine
      .catch(() => undefined)
      .finally(() => {
        if (this.#work.get(id) === settled) this.#work.delete(id);
      });
    this.#work.set(id, settled);
    return mine;
  }

  /** Writes a change of a call down, together with what is to be told of it and the key of the command it came by. */
  save(call: Call, told: readonly Told[] = [], key?: string): void {
    const { journal, delivery } = this.parts;
    const at = new Date().toISOString();
    journal.together(() => {
      for (const event of told) {
        call.seq++;
        const body = JSON.stringify({ callId: call.callId, seq: call.seq, at, ...event });
        journal.addEvent({ lane: call.id, url: call.callbackUrl, secret: call.secret, body });
      }
      journal.saveCall(call);
      if (key) journal.addKey(call.id, key);
    });
    if (isLive(call)) this.live.set(call.id, call);
    else this.live.delete(call.id);
    if (told.length > 0) delivery.wake(call.id);
  }

  addLeg(call: Call, role: Role, values: Partial<Leg>): Leg {
    call.channels++;
    const channel = `${call.id}.${role.replace(':', '-')}.${call.channels}`;
    const leg: Leg = { role, channel, state: 'dialling', since: Date.now(), ...values };
    call.legs[role] = leg;
    this.#channels.set(leg.channel, { id: call.id, role });
    return leg;
  }

  /** A leg plays another part from now on. */
  rename(call: Call, leg: Leg, role: Role): void {
    delete call.legs[leg.role];
    leg.role = role;
    call.legs[role] = leg;
    this.#channels.set(leg.channel, { id: call.id, role });
  }

  dropLeg(call: Call, leg: Leg): void {
    if (call.legs[leg.role] === leg) delete call.legs[leg.role];
    this.#channels.delete(leg.channel);
    if (leg.role === 'agent' && leg.phone && call.fromQueue) this.queueCallEnded(leg.phone);
  }

  /**
   * Rings a phone or a number as part of a call. The leg is written down first, so that a kill in between leaves no
   * channel that nobody knows. False when Asterisk could not even begin.
   */
  async dial(
    call: Call,
    role: Role,
    to: Target,
    seconds: number,
    told: readonly Told[] = [],
  ): Promise<boolean> {
    const { ari, journal, settings, log } = this.parts;
    if ('queueId' in to) throw new Error('A queue is joined, not dialled.');
    const outside = 'phone' in to ? findOutsideTelephone(journal, to.phone) : undefined;
    const leg = this.addLeg(call, role, {
      ...('phone' in to ? { phone: to.phone } : { number: to.number }),
      ...(outside ? { toAccept: { askedAt: null } } : {}),
    });
    this.save(call, told);
    const { endpoint, shown, isOurs } = dialParameters(call, to, settings.carrier, outside);
    try {
      const query = {
        endpoint,
        app: 'dealbell',
        channelId: leg.channel,
        timeout: seconds,
        callerId: shown ?? undefined,
      };
      // A phone of ours is told which call of the log it rings for; the carrier need not know.
      const variables = { 'PJSIP_HEADER(add,X-Call-Id)': call.callId };
      await ari.request('POST', 'channels', query, isOurs ? { variables } : undefined);
      return true;
    } catch (error) {
      // Where Asterisk is away it is looked for when it is back.
      if (error instanceof AriError && error.status >= 503) return true;
      log(`${leg.channel} could not be dialled: ${(error as Error).message}`);
      this.dropLeg(call, leg);
      return false;
    }
  }

  async hangUp(leg: Leg): Promise<void> {
    await this.parts.ari.attempt('DELETE', `channels/${leg.channel}`);
  }

  /** A leg that is not needed any more: whatever becomes of its channel concerns nobody. */
  async release(call: Call, leg: Leg | undefined): Promise<void> {
    if (!leg) return;
    this.dropLeg(call, leg);
    await this.hangUp(leg);
  }

  /** Ends a call and all that belongs to it. `at`: when it was over, if that was before now. */
  async end(call: Call, result: CallResult, told: readonly Told[] = [], at = Date.now()): Promise<void> {
    if (!isLive(call)) return;
    const legs = legsOf(call);
    call.state = 'ended';
    call.result = result;
    call.endedAt = at;
    call.stateAt = at;
    call.talkSeconds = call.answeredAt ? Math.max(0, Math.round((at - call.answeredAt) / 1000)) : 0;
    const last: Told[] = [...(call.walk ? planEnd(call.walk, at) : []), ...told];
    call.walk = null;
    for (const leg of legs) {
      if (leg.role.startsWith('supervisor:')) last.push({ event: 'supervision-ended', phone: leg.phone! });
      else if (leg.phone && leg.role !== 'party') last.push({ event: 'agent-left', phone: leg.phone });
      this.dropLeg(call, leg);
    }
    call.legs = {};
    if (call.queue) last.push(queueLeft(call, 'abandoned'));
    call.queue = null;
    last.push({ event: 'ended', result, talkSeconds: call.talkSeconds });
    this.save(call, toldAt(at, last));
    for (const leg of legs) await this.hangUp(leg);
    await this.parts.ari.attempt('DELETE', `bridges/${bridgeOf(call)}`);
  }
}

/** Events of something that was so at a time, which may be before it is written down; ms since 1970. */
export const toldAt = (at: number, told: readonly Told[]): Told[] =>
  told.map((event) => ({ ...event, at: new Date(at).toISOString() }));

/** Where a call ends that is in a dial plan; who has talked with somebody was taken up there. */
const planEnd = (walk: PlanWalk, at: number): Told[] =>
  nodeLeft(walk, walk.doing?.type === 'talk' ? 'answered' : undefined, at);

/** How a call that ends is named in the records. */
export const resultOf = (call: Call): CallResult =>
  call.answeredAt === null ? 'no-answer' : call.by === 'machine' ? 'voicemail' : 'answered';

/** Writes down what a tenant is told of that belongs to no call. */
export function tellAccount(
  { journal, delivery }: Pick<Parts, 'journal' | 'delivery'>,
  tenant: number,
  lane: string,
  told: Told,
): void {
  const account = journal.all<Account>('account').find((one) => one.tenant === tenant);
  if (!account) return;
  const { callbackUrl: url, secret } = account.value;
  journal.addEvent({ lane, url, secret, body: JSON.stringify({ at: new Date().toISOString(), ...told }) });
  delivery.wake(lane);
}

export const queueLeft = (call: Call, queueExit: QueueExit): Told => ({
  event: 'queue-left',
  queueId: call.queue!.queueId,
  queueExit,
  waitSeconds: Math.max(0, Math.round((Date.now() - call.queue!.joinedAt) / 1000)),
});
