import { describe, expect, it } from 'vitest';
import { createTabLock } from './single-tab.ts';

/** Two tabs of one browser, as far as locks and messages between them go. */
function browser() {
  const name = `phone-${Math.random()}`;
  const listeners: ((event: { data: unknown }) => void)[] = [];
  const tab = (mayYield: () => boolean, onYielded = () => {}) => {
    let own: ((event: { data: unknown }) => void) | undefined;
    const channel = {
      addEventListener: (_: string, listener: (event: { data: unknown }) => void) => {
        own = listener;
        listeners.push(listener);
      },
      postMessage: (data: unknown) => {
        for (const listener of listeners) if (listener !== own) listener({ data });
      },
    };
    return createTabLock({
      name,
      locks: navigator.locks,
      channel: channel as unknown as BroadcastChannel,
      mayYield,
      onYielded,
      waitMs: 50,
    });
  };
  return { tab };
}

describe.skipIf(!globalThis.navigator?.locks)('the telephone of one tab', () => {
  it('goes to the tab that asks, and the other one hears that it is gone', async () => {
    const { tab } = browser();
    const heard: string[] = [];
    const first = tab(
      () => true,
      () => heard.push('gone'),
    );
    const second = tab(() => true);
    expect(await first.acquire()).toBe(true);
    expect(await second.acquire()).toBe(true);
    expect(heard).toEqual(['gone']);
    second.release();
  });

  it('stays where a call goes on', async () => {
    const { tab } = browser();
    const first = tab(() => false);
    const second = tab(() => true);
    expect(await first.acquire()).toBe(true);
    expect(await second.acquire()).toBe(false);
    first.release();
    expect(await second.acquire()).toBe(true);
    second.release();
  });
});
