import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyContractProcedure } from '@orpc/contract';
import { api } from '#shared/api/index.ts';

/*
 * Compares the contract with the list of calls that the specification names, one a line: method, path, document.
 * The list is not part of the repository; its place is given by CATALOGUE or looked for beside it.
 */

const list = process.env.CATALOGUE ?? join(import.meta.dirname, '../../shared/spec/calls.tsv');
if (!existsSync(list)) {
  console.log(`No list of calls at ${list}; set CATALOGUE to compare with one.`);
  process.exit(0);
}

/** `GET /users/{}`: names of parameters are free. */
const shape = (method: string, path: string) =>
  `${method} ${path.replace(/\?.*$/, '').replace(/\{\w+\}/g, '{}')}`;

const built = new Map<string, AnyContractProcedure>();
for (const calls of Object.values(api))
  for (const procedure of Object.values(calls as Record<string, AnyContractProcedure>)) {
    const { method = 'POST', path = '/' } = procedure['~orpc'].route;
    built.set(shape(method, path), procedure);
  }

interface Named {
  call: string;
  noun: string;
  query: string[];
}

const named: Named[] = readFileSync(list, 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [method = '', path = ''] = line.split('\t');
    return {
      call: shape(method, path),
      noun: path.split(/[/?]/)[1] ?? '',
      query: path.split('?')[1]?.split(',') ?? [],
    };
  });

const missing = new Map<string, string[]>();
for (const { call, noun } of named)
  if (!built.has(call)) missing.set(noun, [...(missing.get(noun) ?? []), call]);

/** Query parameters that the list names and the call's schema does not take. */
const queryGaps = named.flatMap(({ call, query }) => {
  const schema = built.get(call)?.['~orpc'].inputSchema as { shape?: Record<string, unknown> } | undefined;
  return schema?.shape
    ? query.filter((name) => !(name in schema.shape!)).map((name) => `${call} ?${name}`)
    : [];
});

for (const [noun, calls] of [...missing].sort())
  console.log(`missing ${noun} (${calls.length}): ${calls.join(', ')}`);
for (const gap of queryGaps) console.log(`query parameter not taken: ${gap}`);
const beyond = [...built.keys()].filter((call) => !named.some((one) => one.call === call));
console.log(`beyond the list (${beyond.length}): ${beyond.join(', ')}`);
const found = named.filter(({ call }) => built.has(call)).length;
console.log(`${found} built / ${named.length} all`);
if (queryGaps.length > 0) process.exitCode = 1;
