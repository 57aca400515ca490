import { tenantOf } from '#functions/kernel/actor.ts';
import { log } from '#functions/kernel/log.ts';
import { hide, send } from '#functions/kernel/queue.ts';
import { leaseMs } from './work.ts';

/**
 * The message that a renderer works on. It stays hidden a second longer than the lease that the renderer keeps, so
 * when the renderer dies the next one gets it as soon as it may take the work.
 */
export class Delivery {
  readonly #body: unknown;
  readonly #receiptHandle: string;

  constructor(body: unknown, receiptHandle: string) {
    this.#body = body;
    this.#receiptHandle = receiptHandle;
  }

  /** To be said with each renewal of the lease. Where it fails the sweeper stands behind. */
  async keep(): Promise<void> {
    await hide('RENDER', this.#receiptHandle, leaseMs / 1000 + 1).catch((error) =>
      log.warn('A message could not be kept hidden.', { error: error as Error }),
    );
  }

  /** Puts the same on the queue again, to come after so many seconds; this message has then had its effect. */
  async again(seconds: number): Promise<void> {
    await send('RENDER', tenantOf(), this.#body, seconds);
  }
}

/** Seconds until work that failed without a reason of its own is tried again: at once, and then not so soon. */
export const pauseBefore = (attempts: number): number => 5 * attempts;
