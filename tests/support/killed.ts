import { onTestFinished, vi } from 'vitest';
import { client } from '#functions/kernel/table.ts';

/**
 * Lets so many transactions through and no other, as if the process were killed behind them.
 * @returns what brings it back to life
 */
export function killedAfter(transactions: number): () => void {
  const real = client.send.bind(client) as (command: { input: object }) => Promise<unknown>;
  let written = 0;
  const spy = vi.spyOn(client, 'send').mockImplementation((async (command: { input: object }) => {
    if ('TransactItems' in command.input && written++ >= transactions) throw new Error('killed');
    return real(command);
  }) as never);
  onTestFinished(() => spy.mockRestore());
  return () => spy.mockRestore();
}

/** Lets so many writes through; then nothing is written or read any more, as if the process were killed. */
export function killedAfterWrites(writes: number): () => void {
  const real = client.send.bind(client) as (command: { input: object }) => Promise<unknown>;
  let left = writes;
  const spy = vi.spyOn(client, 'send').mockImplementation((async (command: { input: object }) => {
    const isWrite = ['TransactItems', 'Item', 'UpdateExpression'].some((name) => name in command.input);
    if (left < 0 || (isWrite && left-- <= 0)) {
      left = -1;
      throw new Error('killed');
    }
    return real(command);
  }) as never);
  return () => spy.mockRestore();
}
