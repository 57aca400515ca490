import { expect, test } from 'vitest';
import { turnAccess } from './turn.ts';

const server = { urls: 'turn:turn.example.com:3478', secret: 'the secret of coturn' };

test('a phone is let through the TURN server until its password ends', () => {
  // As `printf 1795004800:t7-101 | openssl dgst -sha1 -hmac 'the secret of coturn' -binary | base64` says.
  expect(turnAccess(server, 't7-101', '2026-11-18T12:26:40.000Z')).toEqual({
    urls: server.urls,
    username: `${Date.parse('2026-11-18T12:26:40.000Z') / 1000}:t7-101`,
    credential: '+rs/zMUtwaUyYN2qjRTYpnvMfos=',
  });
});

test('a phone whose password has no end is let through for a day', () =>
  expect(turnAccess(server, 't7-101', null, 1_000_000).username).toBe('87400:t7-101'));
