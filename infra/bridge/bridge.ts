import { createServer, type Server } from 'node:http';
import { readPlanAnswer } from '#shared/exchange/plan-answer.ts';
import { Ari, type AriEvent } from './ari.ts';
import { isLive, legsOf } from './call.ts';
import { keyInQueue } from './callback.ts';
import { Calls, resultOf } from './calls.ts';
import { Delivery } from './delivery.ts';
import { isEmergency, tellEmergency, tellMissedEmergencies } from './emergencies.ts';
import { Enrolled } from './enrolled.ts';
import { inbound } from './inbound.ts';
import { Journal } from './journal.ts';
import { legGone, legRings, legUp } from './legs.ts';
import { hasToAccept, keyOutside, letGoUnaccepted } from './outside.ts';
import { Phones } from './phones.ts';
import { settle } from './place.ts';
import { answered, askedTooLong, recordOver, takeWay } from './plan-steps.ts';
import { planAt } from './plan-walk.ts';
import { Plans } from './plans.ts';
import { Queues } from './queues.ts';
import { reconcile } from './reconcile.ts';
import { announced, recordingFinished, storeRecording } from './recordings.ts';
import { answer } from './routes.ts';
import { type BridgeSettings, timing } from './settings.ts';
import { forgetSounds } from './sounds.ts';
import { messageOver, recordMessage } from './voicemail.ts';

/** One Asterisk, as the product knows it: takes `/exchange/v1` on one side, and Asterisk's own websocket on the other. */
export class Bridge {
  readonly settings: BridgeSettings;
  readonly log: (line: string) => void;
  readonly ari: Ari;
  readonly journal: Journal;
  readonly delivery: Delivery;
  readonly calls: Calls;
  readonly phones: Phones;
  readonly plans: Plans;
  readonly #queues: Queues;
  readonly #enrolled: Enrolled | undefined;
  readonly #server: Server;
  readonly #timers: NodeJS.Timeout[] = [];
  #ready = false;
  #ticking = false;

  constructor(settings: BridgeSettings, log: (line: string) => void) {
    this.settings = settings;
    this.log = log;
    this.ari = new Ari(settings.ariPassword);
    this.journal = new Journal(settings.folder);
    this.ari.heardAt = this.journal.lastHeard;
    this.delivery = new Delivery(
      this.journal,
      (event, told) => this.#taken(event.body, event.lane, told),
      log,
    );
    this.plans = new Plans(this);
    this.calls = new Calls(this);
    this.calls.leaveQueueInPlan = (call, way) => takeWay(this.calls, call, way);
    this.phones = new Phones(this);
    this.#queues = new Queues(this.calls, this.phones);
    if (settings.product) this.#enrolled = new Enrolled(this, settings.product);
    this.ari.on(
      'connected',
      () => void this.#connected().catch((error) => this.#failed('reconciling', error)),
    );
    this.ari.on('lost', () => this.#lost());
    this.ari.on('event', (event) => void this.#hear(event).catch((error) => this.#failed(event.type, error)));
    this.#server = createServer((request, response) => void answer(this, request, response));
    this.#server.on('upgrade', (request, socket, head) => {
      if (request.url?.split('?')[0] === '/ari') this.ari.upgrade(request, socket, head);
      else socket.destroy();
    });
  }

  /** @param token by which it enrols, where it has not yet or is to anew */
  async start(token?: string): Promise<void> {
    const { host, port } = this.settings;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    await this.#enrolled?.start(token);
    this.delivery.start();
    this.#timers.push(setInterval(() => void this.#tick(), timing.tick));
    this.#timers.push(setInterval(() => this.#forget(), 3600_000));
  }

  #forget(): void {
    const before = Date.now() - timing.remember;
    this.journal.forget(before);
    try {
      forgetSounds(this.settings.folder, before);
    } catch (error) {
      this.#failed('forgetting fetched sounds', error);
    }
  }

  #failed(what: string, error: unknown): void {
    this.log(`${what} failed: ${(error as Error).stack ?? error}`);
  }

  async #connected(): Promise<void> {
    this.log('Asterisk is connected');
    await this.phones.reconcile();
    await this.plans.reconcile();
    await reconcile(this.calls);
    this.#ready = true;
    await tellMissedEmergencies(this);
  }

  #lost(): void {
    this.#ready = false;
    this.log('Asterisk is gone');
    this.phones.lost();
  }

  async #tick(): Promise<void> {
    this.ari.ping();
    if (!this.#ready) return;
    // Before it is ready the journal keeps when Asterisk was heard before: whoever starts next still needs that.
    this.journal.lastHeard = this.ari.heardAt;
    if (this.#ticking) return;
    this.#ticking = true;
    try {
      await this.phones.expire();
      await this.#queues.tick();
      await this.#endLonely();
      await this.#letGoUnaccepted();
      await this.#planQuestions();
    } catch (error) {
      this.#failed('the round of queues', error);
    } finally {
      this.#ticking = false;
    }
  }

  async #letGoUnaccepted(): Promise<void> {
    for (const call of [...this.calls.live.values()])
      if (legsOf(call).some(hasToAccept))
        await this.calls.serial(call.id, () => letGoUnaccepted(this.calls, call));
  }

  async #planQuestions(): Promise<void> {
    for (const { id, walk } of [...this.calls.live.values()])
      if (walk?.doing?.type === 'ask')
        await this.calls.serial(id, async () => {
          const call = this.calls.live.get(id);
          if (call) await askedTooLong(this.calls, call);
        });
  }

  /** Nobody pays for a line on which a person hears nothing. */
  async #endLonely(): Promise<void> {
    for (const call of [...this.calls.live.values()])
      await this.calls.serial(call.id, async () => {
        const alone = call.state === 'answered' && !call.queue && !call.droppingVoicemail && !call.legs.agent;
        if (!alone || call.legs.target || call.legs.party?.place === 'plan' || call.walk?.doing) return;
        if (Date.now() - call.stateAt > timing.alone)
          await this.calls.end(call, call.by === 'machine' ? 'voicemail' : 'answered');
      });
  }

  async #hear(event: AriEvent): Promise<void> {
    if (event.endpoint) await this.phones.look(event.endpoint.resource);
    if (event.type === 'RecordingFinished' || event.type === 'RecordingFailed') {
      const [id = '', , recordingId = ''] = event.recording!.name.split('.');
      await this.calls.serial(id, async () => {
        recordingFinished(this.calls, event);
        await messageOver(this.calls, this.calls.live.get(id));
        await recordOver(this.calls, this.calls.live.get(id), recordingId);
      });
    }
    if (event.type === 'PlaybackFinished') await this.#playbackEnded(event.playback!);
    if (isEmergency(event)) return tellEmergency(this, event);
    const { channel } = event;
    if (!channel) return;
    if (event.type === 'StasisStart' && event.args?.[0] === 'inbound')
      return inbound(this.calls, channel, event.args[1] ?? '');
    const part = this.calls.ofChannel(channel.id);
    if (!part) return;
    await this.calls.serial(part.id, async () => {
      const call = this.calls.live.get(part.id);
      const leg = call && legsOf(call).find((one) => one.channel === channel.id);
      if (!leg || !isLive(call)) return;
      if (event.type === 'ChannelDialplan') {
        if (leg.role === 'party' && call.walk)
          planAt(this.calls, call, this.plans.find(call.tenant, call.walk.planId), channel.dialplan);
      } else if (event.type === 'StasisStart') await legUp(this.calls, call, leg, event.args);
      else if (event.type === 'ChannelStateChange' && channel.state === 'Ringing')
        legRings(this.calls, call, leg);
      else if (event.type === 'ChannelDestroyed') await legGone(this.calls, call, leg, event.cause);
      else if (event.type === 'ChannelDtmfReceived' && hasToAccept(leg)) {
        if (await keyOutside(this.calls, call, leg, event.digit!)) await legUp(this.calls, call, leg);
      } else if (event.type === 'ChannelDtmfReceived' && leg.role === 'party') {
        this.calls.save(call, [{ event: 'digits', digits: event.digit! }]);
        await keyInQueue(this.calls, call, event.digit!);
      }
    });
  }

  async #playbackEnded({ id: playback, state }: NonNullable<AriEvent['playback']>): Promise<void> {
    const [id = '', what, recordingId] = playback.split('.');
    await this.calls.serial(id, async () => {
      const call = this.calls.live.get(id);
      const party = call?.legs.party;
      if (!call || !party) return;
      if (what === 'announce') {
        await announced(this.calls, call, recordingId, state === 'done');
        return settle(this.calls, call);
      }
      if (what === 'greeting') return recordMessage(this.calls, call);
      if (what === 'abandoned' || what === 'thanks') return this.calls.end(call, resultOf(call));
      if (what === 'play') this.calls.save(call, [{ event: 'playback-ended' }]);
      if (party.place === 'plan') return;
      // What was played has taken the music's place.
      if (party.place !== 'talk') delete party.place;
      await settle(this.calls, call);
    });
  }

  /** The product has taken an event; of a recording it answers where that shall go. */
  #taken(body: string, lane: string, told: string): void {
    const { event, recordingId, nodeId } = JSON.parse(body) as Record<string, string | undefined>;
    if (event === 'plan-asks' && nodeId) {
      this.#planAnswered(lane, nodeId, told);
      return;
    }
    if ((event !== 'recording-ready' && event !== 'voicemail-ready') || !recordingId) return;
    const call = this.calls.find(lane);
    let uploadUrl: unknown;
    try {
      ({ uploadUrl } = JSON.parse(told) as { uploadUrl?: unknown });
    } catch {
      // An answer without an address: the product does not want it.
    }
    if (!call || typeof uploadUrl !== 'string') return;
    storeRecording(this.calls, call, recordingId, uploadUrl).catch((error) =>
      this.#failed('storing a recording', error),
    );
  }

  /** The product has answered what a dial plan asks. */
  #planAnswered(id: string, nodeId: string, told: string): void {
    const answer = readPlanAnswer(told);
    // Of an answer that says nothing the time runs out.
    if (!answer) return;
    void this.calls
      .serial(id, async () => {
        const call = this.calls.live.get(id);
        if (call) await answered(this.calls, call, nodeId, answer);
      })
      .catch((error) => this.#failed('going on in a plan', error));
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#enrolled?.close();
    this.delivery.close();
    this.ari.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    this.journal.close();
  }
}
