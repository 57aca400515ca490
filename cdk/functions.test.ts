import { beforeAll, describe, expect, it } from 'vitest';
import { bundledCode } from './bundle.ts';
import type { FunctionSpec } from './function-spec.ts';
import { nounFunctions } from './functions.ts';
import { workers } from './workers.ts';

const functions: FunctionSpec[] = [...nounFunctions(), ...Object.values(workers)];

let bundles: Map<string, string>;
beforeAll(async () => {
  bundles = await bundledCode(functions.map(({ entry }) => entry));
}, 300_000);

const named = (code: string, pattern: RegExp) =>
  [...new Set([...code.matchAll(pattern)].map((match) => match[1]!))].sort();

/** What a function's code asks the kernel for, read from its bundle, where nothing unused is left. */
function asked({ entry }: FunctionSpec) {
  const code = bundles.get(entry)!;
  const variables = named(code, /\benv\d*\("([A-Z_]+)"\)/g);
  return {
    table: code.includes('TABLE_NAME'),
    key: variables.includes('KEY_ID'),
    origin: variables.includes('ORIGIN_SECRET'),
    publicUrl: code.includes('PUBLIC_URL_PARAMETER'),
    watches: variables.includes('WATCHED_QUEUES'),
    signing: variables.includes('SIGNING_SECRET'),
    bus: variables.includes('BUS_NAME'),
    mail: variables.includes('MAIL_FROM'),
    inbound: variables.includes('INBOUND_BUCKET_NAME'),
    mediaConvert: variables.includes('MEDIACONVERT_ROLE')
      ? code.includes('GetJobCommand')
        ? 'ask'
        : 'join'
      : undefined,
    exchanges: variables.includes('EXCHANGE_QUEUES')
      ? code.includes('CreateQueueCommand')
        ? 'manage'
        : 'send'
      : undefined,
    push: variables.includes('PUSH_URL') ? 'send' : variables.includes('PUSH_HOST') ? 'address' : undefined,
    queues: named(code, /\bsend\d*\("([A-Z]+)",/g).map((queue) => queue.toLowerCase()),
    areas: named(code, /\bbucket\d*\("([a-z]+)"\)/g),
  };
}

describe('what each function is given in the table of functions', () => {
  it.each(functions)('is what the code of $name asks for, no less and no more', (spec) => {
    const { needs } = spec;
    expect({
      table: Boolean(needs.table),
      key: Boolean(needs.key),
      origin: Boolean(needs.origin),
      publicUrl: Boolean(needs.publicUrl),
      watches: Boolean(needs.watches),
      signing: Boolean(needs.signing),
      bus: Boolean(needs.bus),
      mail: Boolean(needs.mail),
      inbound: Boolean(needs.inbound),
      mediaConvert: needs.mediaConvert,
      exchanges: needs.exchanges,
      push: needs.push,
      queues: [...(needs.queues ?? [])].sort(),
      areas: Object.keys(needs.bucket ?? {}).sort(),
    }).toEqual(asked(spec));
  });

  it('has a name of its own', () =>
    expect(new Set(functions.map(({ name }) => name)).size).toBe(functions.length));
});
