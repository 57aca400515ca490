/** Long polls that wait for something to happen in a queue. */
export class Waiters {
  private readonly waiting = new Map<string, Set<() => void>>();
  private closed = false;

  /**
   * Resolves when the queue is woken, after `ms` of real time, or when `signal` is aborted: the caller
   * looks again in each case.
   */
  wait(queue: string, ms: number, signal?: AbortSignal): Promise<void> {
    if (this.closed || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const set = this.waiting.get(queue) ?? new Set();
      this.waiting.set(queue, set);
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        set.delete(done);
        resolve();
      };
      const timer = setTimeout(done, Math.max(1, ms));
      signal?.addEventListener('abort', done);
      set.add(done);
    });
  }

  wake(queue: string): void {
    for (const done of [...(this.waiting.get(queue) ?? [])]) done();
  }

  wakeAll(): void {
    for (const queue of this.waiting.keys()) this.wake(queue);
  }

  get isClosed(): boolean {
    return this.closed;
  }

  close(): void {
    this.closed = true;
    this.wakeAll();
  }
}
