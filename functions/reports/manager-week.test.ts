import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyContractProcedure } from '@orpc/contract';
import { beforeAll, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { line, tagging } from '#tests/support/journeys.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

/* docs/manager-week.md says where a manager's questions are answered: each of its requests is made here. */

const text = readFileSync(join(import.meta.dirname, '../../docs/manager-week.md'), 'utf8');

interface Question {
  question: string;
  method: string;
  path: string;
  input: Record<string, unknown>;
  /** What the answer has. */
  names: string[];
}

const request = /`(GET|POST) (\/[^\s`?]*)(?:\?([^\s`]*))?(?: (\{[^`]*\}))?`/g;

const questions = text.split('\n').flatMap((row): Question[] => {
  const [question = '', where = '', , , answer = ''] = row.slice(2, -2).split(' | ');
  if (!row.startsWith('| ') || !answer) return [];
  const names = [...answer.replace(request, '').matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  return [...where.matchAll(request)].map(([, method, path, search = '', json = '{}']) => ({
    question,
    method: method!,
    path: path!,
    input: { ...Object.fromEntries(new URLSearchParams(search)), ...JSON.parse(json) },
    names,
  }));
});

/** The call of the contract with a method and a path. */
function callOf(method: string, path: string): AnyContractProcedure {
  const all = (router: object): AnyContractProcedure[] =>
    Object.values(router).flatMap((child) => ('~orpc' in child ? [child] : all(child)));
  const found = all(api).find(({ '~orpc': { route } }) => route.method === method && route.path === path);
  if (!found) throw new Error(`There is no ${method} ${path}.`);
  return found;
}

let admin: ReturnType<typeof as>;
let journeyId: string;
beforeAll(async () => {
  const tenant = await freshTenant();
  admin = as(tenant.admin);
  const made = await admin.call(api.journeys.create, { name: 'Welcome', ...line(tagging('met')) });
  journeyId = made.body.id;
  await admin.call(api.journeys.publish, { id: journeyId });
  await admin.call(api.dids.create, { phoneNumber: '+13055550100' });
  const { body: lead } = await admin.call(api.leads.create, { lastName: 'Ito', phones: ['+13055550123'] });
  await admin.call(api.campaigns.create, { name: 'Spring', message: 'Hello', leadIds: [lead.id] });
});

it('has the questions of a week', () => {
  expect(questions.length).toBeGreaterThan(15);
});

it.each(questions)('$question $method $path', async ({ method, path, input, names }) => {
  const procedure = callOf(method, path);
  const given = path.includes('{id}') ? { id: journeyId, ...input } : input;
  const { status, body } = await admin.call(procedure, given);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(names.length).toBeGreaterThan(0);
  const answered = JSON.stringify(body);
  for (const name of names) expect(answered).toContain(`"${name}"`);
});
