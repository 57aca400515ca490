import { expect, test } from 'vitest';
import { mirrorOf } from './packages.ts';

test('the mirror is the one that apt names, in either form of its files', () => {
  expect(
    mirrorOf(['# deb http://old.example/debian stable main\ndeb http://one.example/debian bookworm main']),
  ).toBe('http://one.example/debian');
  expect(mirrorOf(['Types: deb\nURIs: https://two.example/debian/\nSuites: sid'])).toBe(
    'https://two.example/debian/',
  );
  expect(mirrorOf(['deb [arch=amd64] http://three.example/debian sid main'])).toBe(
    'http://three.example/debian',
  );
});

test('a mirror of something else than Debian is not taken', () => {
  expect(
    mirrorOf(['URIs: http://deb.example/debian-security', 'deb https://deb.example/node_20.x x main']),
  ).toBeUndefined();
});
