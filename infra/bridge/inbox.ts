import { type ChannelAnswer, type ChannelMessage, channelMessage } from '#shared/exchange/channel.ts';
import type { Bridge } from './bridge.ts';
import { perform } from './routes.ts';

/** A message as it was given out, and what deletes it. */
interface Received {
  receipt: string;
  message: string;
}

/** Where messages come from, in the order of their lanes. What is not deleted is given out again. */
export interface Source {
  receive(signal: AbortSignal): Promise<Received[]>;
  delete(receipt: string): Promise<void>;
  /** Whether an answer that bears the receipt deletes the message too. */
  answersDelete: boolean;
  close(): void;
}

interface Surroundings {
  answer(answer: ChannelAnswer): Promise<void>;
  /** The product's time; ms since 1970. */
  now(): number;
  log(line: string): void;
}

/** An answer is sent so many times before the message is left to come again. */
const mostTries = 3;

/**
 * Takes messages in and does them: those of one lane one after another, others beside each other. A message is deleted
 * when it was done and answered, so a kill at any point has it come again; the journal sees to it that nothing is done
 * twice.
 */
export class Inbox {
  readonly #bridge: Bridge;
  readonly #source: () => Promise<Source>;
  readonly #around: Surroundings;
  readonly #lanes = new Map<string, Promise<void>>();

  constructor(bridge: Bridge, source: () => Promise<Source>, around: Surroundings) {
    this.#bridge = bridge;
    this.#source = source;
    this.#around = around;
  }

  /** Fetches once and begins what came; what takes long does not hold up the next. */
  async turn(signal: AbortSignal): Promise<void> {
    const source = await this.#source();
    const received = await source.receive(signal);
    if (signal.aborted) return;
    for (const one of received) this.#begin(one, source);
  }

  /** When everything that was fetched is done. */
  async settled(): Promise<void> {
    while (this.#lanes.size > 0) await Promise.all(this.#lanes.values());
  }

  #begin({ receipt, message }: Received, source: Source): void {
    const read = parsed(message);
    const lane = read ? `${read.tenant} ${read.lane}` : receipt;
    const what = read ? `${read.method} ${read.path}` : 'A message';
    const work = (this.#lanes.get(lane) ?? Promise.resolve())
      .then(async () => {
        const answered = read && (await this.#do(read, source.answersDelete ? receipt : undefined));
        if (!read) this.#around.log('A message that nobody understands was thrown away.');
        if (!answered || !source.answersDelete) await source.delete(receipt);
      })
      .catch((error) => this.#around.log(`${what} comes again: ${(error as Error).message}`))
      .finally(() => {
        if (this.#lanes.get(lane) === work) this.#lanes.delete(lane);
      });
    this.#lanes.set(lane, work);
  }

  /** @returns whether it was done and answered; what came too late is neither */
  async #do(message: ChannelMessage, receipt: string | undefined): Promise<boolean> {
    const { id, tenant, method, path, body, notAfter } = message;
    if (this.#around.now() > notAfter) {
      // Whoever asked has been told that nobody answers; a call that rings minutes later would be wrong.
      this.#around.log(`${method} ${path} came too late and was left undone.`);
      return false;
    }
    const [status, answer] = await perform(this.#bridge, { tenant, method, path, body });
    for (let tried = 1; ; tried++)
      try {
        await this.#around.answer({ id, tenant, status, body: answer, ...(receipt ? { receipt } : {}) });
        return true;
      } catch (error) {
        if (tried === mostTries) throw error;
      }
  }
}

function parsed(text: string): ChannelMessage | undefined {
  try {
    return channelMessage.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
