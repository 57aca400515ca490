import { expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import type { MessageSettings } from '../settings/store.ts';
import { messageNamed, replyAddress, replyTokens } from './reply-token.ts';

const settings = { mailSecret: 'a secret' } as MessageSettings;
const addressOf = (tenant: number, messageId: string) =>
  asSystem(tenant, 'test', () => replyAddress(settings, messageId, 'reply.example.com'));
const named = (tenant: number, address: string, known = settings) =>
  asSystem(tenant, 'test', () => replyTokens(address).map((token) => messageNamed(known, token)));

it('names its message again, in large letters and small, for many messages', () => {
  for (let n = 0; n < 200; n++) {
    const messageId = deterministicId('msg', String(n));
    const address = addressOf(7, messageId);
    expect(address).toMatch(/^reply\+7-[a-z2-7]{48}@reply\.example\.com$/);
    expect(named(7, address)).toEqual([messageId]);
    expect(named(7, address.toUpperCase())).toEqual([messageId]);
  }
});

it('has at most 64 characters before the @, for the longest number of a tenant', () => {
  const address = addressOf(9_999_999_999, deterministicId('msg', 'x'));
  expect(address.indexOf('@')).toBe(62);
  expect(replyTokens(address)).toMatchObject([{ tenantId: 9_999_999_999 }]);
});

it('is found in a head of a mail, once', () => {
  const address = addressOf(7, deterministicId('msg', 'x'));
  expect(replyTokens(`"Us" <${address}>, ${address}, ann@example.com`)).toHaveLength(1);
  expect(replyTokens('reply+7-short@reply.example.com, reply@reply.example.com')).toEqual([]);
});

it('is not believed for another tenant, another message or another secret', () => {
  const address = addressOf(7, deterministicId('msg', 'x'));
  expect(named(8, address)).toEqual([undefined]);
  expect(named(8, address.replace('+7-', '+8-'))).toEqual([undefined]);
  expect(named(7, address, { mailSecret: 'other' } as MessageSettings)).toEqual([undefined]);
  const [, mac] = /(.{16})@/.exec(address)!;
  const other = addressOf(7, deterministicId('msg', 'y'));
  expect(named(7, other.replace(/.{16}@/, `${mac}@`))).toEqual([undefined]);
});
