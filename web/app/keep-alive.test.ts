import { beforeEach, describe, expect, it } from 'vitest';
import { type KeepAliveDependencies, keepAlive } from './keep-alive.ts';

/** A clock whose hands are moved by the test. */
class World {
  now = 0;
  refreshes: number[] = [];
  signedIn = true;
  works = true;
  lastRefresh = 0;
  #timers = new Map<number, { at: number; callback: () => void }>();
  #next = 1;
  #listeners = new Set<() => void>();
  show: () => void = () => undefined;

  start(): () => void {
    const deps: KeepAliveDependencies = {
      session: {
        get: () => (this.signedIn ? ({} as never) : null),
        subscribe: (listener) => {
          this.#listeners.add(listener);
          return () => void this.#listeners.delete(listener);
        },
        refreshDueIn: () => Math.max(0, this.lastRefresh + 600_000 - this.now),
        refresh: async () => {
          this.refreshes.push(this.now);
          if (this.works) {
            this.lastRefresh = this.now;
            this.changed();
          }
          return this.works;
        },
      },
      onVisible: (callback) => {
        this.show = callback;
        return () => {
          this.show = () => undefined;
        };
      },
      setTimeout: (callback, ms) => {
        this.#timers.set(this.#next, { at: this.now + ms, callback });
        return this.#next++;
      },
      clearTimeout: (timer) => void this.#timers.delete(timer as number),
    };
    return keepAlive(deps);
  }

  changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      const due = [...this.#timers]
        .filter(([, timer]) => timer.at <= end)
        .sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.now = due[1].at;
      due[1].callback();
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    }
    this.now = end;
  }

  get timers(): number {
    return this.#timers.size;
  }
}

let world: World;
beforeEach(() => {
  world = new World();
});

describe('the session is kept alive', () => {
  it('every 10 minutes', async () => {
    world.start();
    await world.pass(35 * 60_000);
    expect(world.refreshes).toEqual([600_000, 1_200_000, 1_800_000]);
  });

  it('whenever the tab becomes visible, which restarts the 10 minutes', async () => {
    world.start();
    await world.pass(300_000);
    world.show();
    await world.pass(599_000);
    expect(world.refreshes).toEqual([300_000]);
    await world.pass(1_000);
    expect(world.refreshes).toEqual([300_000, 900_000]);
  });

  it('at once when it was restored after the refresh was due', async () => {
    world.now = 3_600_000;
    world.start();
    await world.pass(1_000);
    expect(world.refreshes).toHaveLength(1);
  });

  it('by one tab for all: a refresh made elsewhere moves this one', async () => {
    world.start();
    await world.pass(590_000);
    world.lastRefresh = world.now;
    await world.pass(60_000);
    expect(world.refreshes).toEqual([]);
  });

  it('with a minute between tries while the server does not answer', async () => {
    world.works = false;
    world.start();
    await world.pass(600_000 + 150_000);
    expect(world.refreshes).toEqual([600_000, 660_000, 720_000]);
  });

  it('only while somebody is signed in', async () => {
    world.signedIn = false;
    world.start();
    world.show();
    await world.pass(3_600_000);
    expect(world.refreshes).toEqual([]);
    expect(world.timers).toBe(0);
  });

  it('no longer after signing out, and again after signing in', async () => {
    world.start();
    world.signedIn = false;
    world.changed();
    await world.pass(3_600_000);
    expect(world.refreshes).toEqual([]);
    world.signedIn = true;
    world.lastRefresh = world.now;
    world.changed();
    await world.pass(600_000);
    expect(world.refreshes).toHaveLength(1);
  });

  it('until it is stopped', async () => {
    const stop = world.start();
    stop();
    world.show();
    await world.pass(3_600_000);
    expect(world.refreshes).toEqual([]);
    expect(world.timers).toBe(0);
  });
});
