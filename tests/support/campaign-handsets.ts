import { setTimeout as pause } from 'node:timers/promises';
import type { Contact } from './campaign-people.ts';
import type { Messaging } from './messaging.ts';

/** Callbacks that are handed to the product at once. */
const atOnce = 4;
/** The carriers have told everything when they say nothing for so many looks, so far apart; ms. */
const still = { looks: 30, everyMs: 20 };

/**
 * The phones of a simulated campaign: what the carriers tell is handed to the product, again until it takes it, and people
 * answer a text as soon as it has arrived.
 */
export class Handsets {
  /** When the product had taken somebody's STOP, by number; ms since 1970. */
  readonly stoppedAt = new Map<string, number>();
  readonly #world: Messaging;
  readonly #people: Map<string, Contact>;
  readonly #now: () => number;
  readonly #wrote = new Set<string>();
  readonly #hands: Promise<void>[];
  #next: number;
  #open = 0;
  #isRunning = true;

  constructor(world: Messaging, contacts: readonly Contact[], now: () => number) {
    this.#world = world;
    this.#people = new Map(contacts.map((contact) => [contact.number, contact]));
    this.#now = now;
    this.#next = world.sandbox.told.length;
    this.#hands = Array.from({ length: atOnce }, () => this.#handOn());
  }

  /** Somebody writes, once. */
  async write({ number }: Contact, to: string, body: string): Promise<void> {
    if (this.#wrote.has(number)) return;
    this.#wrote.add(number);
    await this.#world.write(number, to, body);
  }

  /** Until the carriers have told everything, and it was taken. */
  async quiet(): Promise<void> {
    for (let look = 0; look < still.looks; look++) {
      if (this.#open > 0 || this.#next < this.#world.sandbox.told.length) look = 0;
      await pause(still.everyMs);
    }
  }

  async close(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#hands);
  }

  async #handOn(): Promise<void> {
    const { told } = this.#world.sandbox;
    while (this.#isRunning) {
      const one = told[this.#next];
      if (!one) {
        await pause(5);
        continue;
      }
      // Of a hundred thousand texts none is kept.
      told[this.#next++] = undefined as never;
      this.#open++;
      await this.#hand(one).finally(() => this.#open--);
    }
  }

  async #hand(told: Messaging['sandbox']['told'][number]): Promise<void> {
    // As a carrier does where nothing has taken it, or took longer than a function may live.
    const status = () => this.#world.hand(told).catch(() => 504);
    while ((await status()) >= 300) await pause(20);
    await this.#heard(new URLSearchParams(told.body));
  }

  /** What somebody learns by a callback: their text has arrived, or the product has taken what they wrote. */
  async #heard(form: URLSearchParams): Promise<void> {
    const [from, to] = [form.get('From') ?? '', form.get('To') ?? ''];
    if (form.get('Body') === 'STOP' && this.#people.has(from)) this.stoppedAt.set(from, this.#now());
    const contact = this.#people.get(to);
    if (!contact || form.get('MessageStatus') !== 'delivered') return;
    if (contact.does === 'stop') await this.write(contact, from, 'STOP');
    if (contact.does === 'reply') await this.write(contact, from, 'Yes, call me');
  }
}
