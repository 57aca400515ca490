import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/app/api-error.ts';
import { Saver, type SaveState } from './saver.ts';

/** A saver with a clock that is wound by hand and calls that are answered by hand. */
function bench(more: { isAutomatic?: () => boolean; afterMs?: number } = {}) {
  const calls: { value: string; answer: (error?: unknown) => Promise<void> }[] = [];
  const states: SaveState['kind'][] = [];
  let timers: (() => void)[] = [];
  const delays: number[] = [];
  const now = { value: 'a' };
  const saver = new Saver({
    read: () => now.value,
    save: (value) =>
      new Promise<string>((resolve, reject) => {
        calls.push({
          value,
          answer: async (error) => {
            if (error) reject(error);
            else resolve(value);
            await new Promise<void>((done) => setImmediate(done));
          },
        });
      }),
    onState: ({ kind }) => states.push(kind),
    ...more,
    setTimeout(work, ms) {
      delays.push(ms);
      timers.push(work);
      return work;
    },
    clearTimeout(timer) {
      timers = timers.filter((one) => one !== timer);
    },
  });
  const change = (value: string) => {
    now.value = value;
    saver.changed();
  };
  const ring = () => {
    const due = timers;
    timers = [];
    for (const work of due) work();
  };
  return { saver, calls, states, delays, change, ring, waiting: () => timers.length };
}

describe('saving a draft', () => {
  it('saves once for many changes, and again for those that came meanwhile', async () => {
    const { calls, states, change, ring } = bench();
    change('ab');
    change('abc');
    ring();
    expect(calls.map(({ value }) => value)).toEqual(['abc']);
    change('abcd');
    ring();
    expect(calls).toHaveLength(1);
    await calls[0]!.answer();
    ring();
    expect(calls.map(({ value }) => value)).toEqual(['abc', 'abcd']);
    await calls[1]!.answer();
    expect(states.at(-1)).toBe('saved');
  });

  it('tries again after the network failed, but not what was refused', async () => {
    const { calls, states, change, ring, waiting } = bench();
    change('b');
    ring();
    await calls[0]!.answer(new ApiError(0, 'network', 'No connection.'));
    expect(states.at(-1)).toBe('failed');
    ring();
    await calls[1]!.answer(new ApiError(400, 'invalid_input', 'Too many steps.'));
    expect(states.at(-1)).toBe('failed');
    expect(waiting()).toBe(0);
    change('c');
    ring();
    await calls[2]!.answer();
    expect(states.at(-1)).toBe('saved');
  });

  it('stops at a conflict until it is settled', async () => {
    const { saver, calls, states, change, ring, waiting } = bench();
    change('b');
    ring();
    await calls[0]!.answer(new ApiError(409, 'conflict', 'Somebody has changed it.'));
    expect(states.at(-1)).toBe('conflict');
    change('c');
    expect(waiting()).toBe(0);
    await expect(saver.flush()).rejects.toThrow('Somebody else');
    saver.settled();
    expect(saver.isClean).toBe(true);
    change('d');
    ring();
    expect(calls.at(-1)!.value).toBe('d');
  });

  it('flushes at once, and does nothing where all is saved', async () => {
    const { saver, calls, change } = bench();
    await saver.flush();
    expect(calls).toHaveLength(0);
    change('b');
    const flushed = saver.flush();
    await calls[0]!.answer();
    await flushed;
    expect(saver.isClean).toBe(true);
  });

  it('does not save what was changed back', () => {
    const { states, change, calls, ring } = bench();
    change('b');
    change('a');
    expect(states.at(-1)).toBe('saved');
    ring();
    expect(calls).toHaveLength(0);
  });

  it('waits as long as it is told to', () => {
    const { change, delays } = bench({ afterMs: 2_000 });
    change('b');
    expect(delays).toEqual([2_000]);
  });

  it('saves nothing by itself where that is turned off, and all when it is asked to', async () => {
    const { saver, calls, change, states, waiting } = bench({ isAutomatic: () => false });
    change('b');
    expect(waiting()).toBe(0);
    expect(states.at(-1)).toBe('waiting');
    const flushed = saver.flush();
    await calls[0]!.answer();
    await flushed;
    expect(states.at(-1)).toBe('saved');
  });
});
