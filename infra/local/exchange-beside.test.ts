import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exchangeBeside } from './exchange-beside.ts';

function stateDir(text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dealbell-beside-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (text) writeFileSync(join(folder, 'exchange.json'), text);
  return folder;
}

const fileOf = (pid: number) =>
  JSON.stringify({ url: 'http://127.0.0.1:3010', secret: 'a secret of sixteen', pid });

test('functions are told the address and secret of an exchange that runs', () => {
  expect(exchangeBeside(stateDir(fileOf(process.pid)))).toEqual({
    EXCHANGE_URL: 'http://127.0.0.1:3010',
    EXCHANGE_SECRET: 'a secret of sixteen',
  });
});

test('without an exchange, or with what a killed one left, the sandbox is used', () => {
  // No process has this id: the kernel gives out none above 2^22.
  for (const text of [undefined, fileOf(2 ** 22 + 1), 'half a fi'])
    expect(exchangeBeside(stateDir(text))).toEqual({});
});
