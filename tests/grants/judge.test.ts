import { expect, it } from 'vitest';
import { judge } from './judge.ts';

const grant = (action: string, resource: string) => ({ action, resource });
const get = grant('s3:GetObject', 'arn:aws:s3:::files/media/*');
const put = grant('s3:PutObject', 'arn:aws:s3:::files/media/*');
const poll = grant('sqs:ReceiveMessage', 'arn:aws:sqs:::queue');
const line = (entry: string, { action, resource }: typeof get) => `${entry}\t${action}\t${resource}`;
const ofPoller = { action: 'sqs:*', why: 'The poller does it.' };

it('a permission that one function used is used, whichever others have it', () => {
  expect(judge([get, get, put], [line('a.ts', get)], [])).toMatchObject({
    permissions: [get, put],
    unused: [put],
    withoutReason: [put],
  });
});

it('a permission that nobody used needs a reason, which may be for several', () => {
  const { withoutReason, explained, obsolete } = judge([poll, get], [line('a.ts', get)], [ofPoller]);
  expect([withoutReason, [...explained], obsolete]).toEqual([[], [[ofPoller, 1]], []]);
});

it('a permission that has a reason may be used all the same', () => {
  const { withoutReason, obsolete } = judge([poll], [line('a.ts', poll)], [ofPoller]);
  expect([withoutReason, obsolete]).toEqual([[], []]);
});

it('a reason for what nobody is granted is obsolete', () => {
  expect(judge([get], [line('a.ts', get)], [ofPoller]).obsolete).toEqual([ofPoller]);
});
