import { expect, it } from 'vitest';
import { bodies, queue, receive, remove, restart, send } from './testing.ts';

const group = (MessageGroupId: string) => ({ MessageGroupId });

it('a standard queue takes turns between groups, whoever filled it first', async () => {
  const url = await queue('fair');
  for (let n = 0; n < 20; n++) await send(url, `loud ${n}`, group('loud'));
  await send(url, 'quiet 0', group('quiet'));
  await send(url, 'quiet 1', group('quiet'));
  await send(url, 'of nobody');
  const first = await receive(url, { MaxNumberOfMessages: 4 });
  expect(bodies(first)).toEqual(['loud 0', 'quiet 0', 'of nobody', 'loud 1']);
  expect(first[0]!.Attributes!.MessageGroupId).toBe('loud');
  // Two of one group are in work and one of the other.
  expect(bodies(await receive(url, { MaxNumberOfMessages: 2 }))).toEqual(['quiet 1', 'loud 2']);
});

it('a group with less in work comes first, also after a restart', async () => {
  const url = await queue('fair-again');
  for (let n = 0; n < 4; n++) await send(url, `loud ${n}`, group('loud'));
  const taken = await receive(url, { MaxNumberOfMessages: 3 });
  await send(url, 'loud 4', group('loud'));
  await send(url, 'quiet', group('quiet'));
  restart();
  expect(bodies(await receive(url, { MaxNumberOfMessages: 1 }))).toEqual(['quiet']);
  for (const { ReceiptHandle } of taken) await remove(url, ReceiptHandle);
  expect(bodies(await receive(url, { MaxNumberOfMessages: 1 }))).toEqual(['loud 3']);
});
