import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { parseSource } from '../lint/imports.ts';
import { nouns, wholeStories } from './nouns.ts';
import { isolationPattern, nounOf, select } from './select.ts';

const root = resolve(import.meta.dirname, '../..');
const list = (pattern: string) => globSync(pattern, { cwd: root }).sort();

const files = [
  ['functions/tcpa/store.ts', ''],
  ['functions/tcpa/list.test.ts', "import { list } from './list.ts';"],
  ['functions/leads/guard.ts', "import { mayCall } from '#functions/tcpa/api.ts';"],
  ['functions/leads/guard.test.ts', "import { guard } from './guard.ts';"],
  ['functions/leads/other.test.ts', "import { other } from './other.ts';"],
  ['functions/calls/dial.test.ts', "import { note } from '#functions/tcpa/store.ts';"],
  ['shared/model/text.test.ts', "import { text } from './text.ts';"],
  ['tests/isolation/isolation.test.ts', "import { note } from '#functions/tcpa/store.ts';"],
  ['tests/e2e/calls.test.ts', ''],
  ['web/features/compliance/words.test.ts', ''],
  ['web/features/compliance/Windows.test.tsx', ''],
].map(([path, text]) => parseSource(path!, text!));
const routes = [
  { noun: 'tcpa', name: 'GET /tcpa/dnc' },
  { noun: 'leads', name: 'GET /leads' },
  { noun: 'webhooks', name: 'GET /webhooks/{id}' },
  { noun: 'hooks', name: 'POST /hooks/{path}' },
];
const chosen = (...changed: string[]) => select(changed, files, routes);

describe('the tests of a change in one noun', () => {
  it('are its unit tests, those that import it, and those of what uses its api.ts', () => {
    const expected = [
      'functions/calls/dial.test.ts',
      'functions/leads/guard.test.ts',
      'functions/tcpa/list.test.ts',
      'web/features/compliance/Windows.test.tsx',
      'web/features/compliance/words.test.ts',
    ];
    for (const path of ['functions/tcpa/list.ts', 'shared/api/tcpa.ts', 'web/features/compliance/List.tsx'])
      expect(chosen(path).unit).toEqual(expected);
  });

  it('are the isolation of its routes and no other', () => {
    expect(chosen('functions/tcpa/list.ts').isolation).toEqual(['GET /tcpa/dnc']);
    expect(chosen('shared/api/webhooks.ts').isolation).toEqual(['GET /webhooks/{id}', 'POST /hooks/{path}']);
  });

  it('are no isolation tests when only its screens changed', () =>
    expect(chosen('web/features/compliance/List.tsx').isolation).toEqual([]));

  it('are its stories', () =>
    expect(chosen('functions/tcpa/list.ts').stories).toEqual([
      'tests/e2e/compliance.test.ts',
      'tests/e2e/opt-out.test.ts',
    ]));

  it('are named with the file that asks for them', () =>
    expect(chosen('functions/tcpa/list.ts').reasons).toEqual([
      'functions/tcpa/list.ts: the unit tests of tcpa, those of what uses it, its routes in the isolation project and its stories run.',
    ]));

  it('are those of both nouns when two changed', () => {
    const { isolation, stories } = chosen('functions/tcpa/list.ts', 'functions/calls/dial.ts');
    expect(isolation).toEqual(['GET /tcpa/dnc']);
    expect(stories).toContain('tests/e2e/calls.test.ts');
    expect(stories).toContain('tests/e2e/opt-out.test.ts');
  });
});

describe('the tests of a change in what all nouns stand on', () => {
  it.each(['functions/kernel/table.ts', 'shared/api/contract.ts', 'shared/model/text.ts'])(
    'are all unit and isolation tests: %s',
    (path) => expect(chosen(path)).toMatchObject({ unit: 'all', isolation: 'all', stories: [] }),
  );

  it.each(['shared/scene/draw.ts', 'infra/local/start.ts', 'cdk/app.ts', 'web/ui/toast.ts', 'package.json'])(
    'are all unit tests: %s',
    (path) => {
      const { unit, isolation, reasons } = chosen(path);
      expect([unit, isolation]).toEqual(['all', []]);
      expect(reasons[0]).toContain('the whole unit project runs');
    },
  );

  it('hold the stories of a noun that changed with it', () =>
    expect(chosen('functions/kernel/table.ts', 'functions/calls/dial.ts')).toMatchObject({
      unit: 'all',
      stories: ['tests/e2e/calls.test.ts', 'tests/e2e/recordings.test.ts'],
    }));
});

describe('a test that changed', () => {
  it.each([
    ['functions/tcpa/list.test.ts', { unit: ['functions/tcpa/list.test.ts'], isolation: [], stories: [] }],
    ['tests/e2e/calls.test.ts', { unit: [], isolation: [], stories: ['tests/e2e/calls.test.ts'] }],
    ['tests/isolation/things.ts', { unit: [], isolation: 'all', stories: [] }],
  ])('runs itself: %s', (path, expected) => expect(chosen(path)).toMatchObject(expected));

  it('is not asked for when it is gone', () =>
    expect(chosen('functions/tcpa/gone.test.ts', 'tests/e2e/gone.test.ts')).toMatchObject({
      unit: [],
      stories: [],
    }));
});

it.each(['docs/bench.md', 'README.md', 'tests/bench/dev.ts', '.ci/run'])('runs nothing for %s', (path) =>
  expect(chosen(path)).toMatchObject({ unit: [], isolation: [], stories: [] }),
);

describe('the pattern of isolation tests', () => {
  const pattern = new RegExp(isolationPattern(['GET /tcpa/{id}']));

  it.each([
    'GET /tcpa/{id} refuses a caller without a token',
    'an id of another tenant GET /tcpa/{id}',
    "has left everything of the other tenant's as it was",
    'has stored none of them',
  ])('fits: %s', (name) => expect(name).toMatch(pattern));

  it.each(['GET /tcpa/{id}/notes refuses a caller without a token', 'GET /leads', 'PUT /tcpa/{id}'])(
    'leaves out: %s',
    (name) => expect(name).not.toMatch(pattern),
  );
});

describe('the map of nouns', () => {
  it('names every story', () => {
    const named = [...Object.values(nouns).flatMap(({ stories }) => stories), ...wholeStories];
    const there = list('tests/e2e/**/*.test.ts').map((path) => path.slice('tests/e2e/'.length, -8));
    expect([...new Set(named)].sort()).toEqual(there.sort());
  });

  it('names every folder of functions but the kernel, every feature and every file of the contract', () => {
    const paths = [
      ...list('functions/*/').map((path) => `${path.replace(/\/$/, '')}/`),
      ...list('web/features/*/').map((path) => `${path.replace(/\/$/, '')}/`),
      ...list('shared/api/*.ts'),
    ];
    expect(paths.filter((path) => nounOf(path) === undefined)).toEqual([
      'functions/kernel/',
      'shared/api/contract.ts',
      'shared/api/index.ts',
      'shared/api/saved-views.ts',
    ]);
  });

  it('names a noun for every part of the contract', () =>
    expect(Object.keys(api).filter((noun) => nounOf(`functions/${noun}/`) === undefined)).toEqual([]));

  it('names no source that is not there', () => {
    const sources = Object.values(nouns).flatMap(({ source }) => source);
    expect(sources.filter((start) => list(start.endsWith('/') ? start : `${start}.ts`).length === 0)).toEqual(
      [],
    );
  });

  it('takes the longer of two that fit', () => {
    expect(nounOf('web/features/content/timeline/Track.tsx')).toBe('editor');
    expect(nounOf('web/features/content/assets/List.tsx')).toBe('content');
    expect(nounOf('shared/api/leads.ts')).toBe('leads');
    expect(nounOf('shared/api/lead-imports.ts')).toBe('leads');
  });
});
