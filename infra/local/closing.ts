/** Things that were opened, and are closed in the opposite order. */
export class Closing {
  private readonly opened: [what: string, close: () => unknown][] = [];
  private readonly begun: Promise<unknown>[] = [];
  private readonly log: (line: string) => void;
  private closed: Promise<void> | undefined;

  constructor(log: (line: string) => void) {
    this.log = log;
  }

  add<T>(what: string, thing: T, close: (thing: T) => unknown): T {
    this.opened.push([what, () => close(thing)]);
    return thing;
  }

  /**
   * Work that goes on beside the rest: closing waits for it, so that nothing comes up after everything was closed.
   * Its failure is told to whoever awaits it.
   */
  beside<T>(work: Promise<T>): Promise<T> {
    this.begun.push(work);
    work.catch(() => undefined);
    return work;
  }

  /** Closes all, even where closing one fails; the second call waits for the first. */
  close(): Promise<void> {
    this.closed ??= this.closeAll();
    return this.closed;
  }

  private async closeAll(): Promise<void> {
    await Promise.allSettled(this.begun);
    for (const [what, close] of this.opened.reverse())
      try {
        await close();
      } catch (error) {
        this.log(`Closing ${what} failed: ${(error as Error).message}`);
      }
  }
}
