import { describe, expect, it } from 'vitest';
import { parseSource } from './imports.ts';
import { circles, doorProblems, entityProblems, nameProblems, pairProblems, parseGlossary } from './rules.ts';

const source = (path: string, text: string) => parseSource(path, text);

describe('the rule of noun doors', () => {
  it.each([
    ['a store of another noun', "import { findLead } from '#functions/leads/store.ts';"],
    ['by a relative path', "import { findLead } from '../leads/store.ts';"],
    ['for its types and a value', "import { type Lead, findLead } from '#functions/leads/store.ts';"],
    ['over several lines', "import {\n  findLead,\n  findLeads,\n} from '#functions/leads/store.ts';"],
    ['by handing it on', "export { findLead } from '#functions/leads/store.ts';"],
    ['for its effects alone', "import '#functions/leads/store.ts';"],
  ])('refuses an import past a door: %s', (_, text) =>
    expect(doorProblems([source('functions/tcpa/list.ts', text)])).toEqual([
      'functions/tcpa/list.ts imports functions/leads/store.ts: use functions/leads/api.ts.',
    ]),
  );

  it.each([
    ['the door', 'functions/tcpa/list.ts', "import { findLead } from '#functions/leads/api.ts';"],
    ['its own files', 'functions/leads/write.ts', "import { findLead } from './store.ts';"],
    ['the kernel', 'functions/leads/write.ts', "import { commit } from '#functions/kernel/table.ts';"],
    ['a test', 'functions/tcpa/list.test.ts', "import { findLead } from '#functions/leads/store.ts';"],
    ['a package', 'functions/tcpa/list.ts', "import { z } from 'zod';"],
  ])('lets pass: %s', (_, path, text) => expect(doorProblems([source(path, text)])).toEqual([]));
});

describe('the rule of stored things', () => {
  const byHand = "const Notes = new Entity({ model: model('note') }, connection);";

  it('refuses an ElectroDB entity that a noun makes by hand', () =>
    expect(entityProblems([source('functions/notes/store.ts', byHand)])).toEqual([
      'functions/notes/store.ts makes an ElectroDB entity by hand: declare it by functions/kernel/entity.ts.',
    ]));

  it.each([
    [
      'a declaration by the kernel',
      'functions/notes/store.ts',
      "const Notes = entity('note', { fields, key });",
    ],
    ['the kernel itself', 'functions/kernel/entity.ts', byHand],
  ])('lets pass: %s', (_, path, text) => expect(entityProblems([source(path, text)])).toEqual([]));
});

describe('the rule of pairs', () => {
  const leads = source('functions/leads/write.ts', "import { note } from '#functions/tcpa/api.ts';");
  const tcpa = (
    path = 'functions/tcpa/list.ts',
    text = "import { findLead } from '#functions/leads/api.ts';",
  ) => source(path, text);

  it('refuses two nouns that import each other, and says where', () =>
    expect(pairProblems([leads, tcpa()])).toEqual([
      'leads ↔ tcpa import each other, in functions/leads/write.ts and functions/tcpa/list.ts: use an event or a hook (kernel/hook.ts).',
    ]));

  it.each([
    ['imports one way', [leads]],
    [
      'an import for types alone',
      [leads, tcpa(undefined, "import type { Lead } from '#functions/leads/api.ts';")],
    ],
    ["a function's entry", [leads, tcpa('functions/tcpa/index.ts')]],
    ["a worker's entry", [leads, tcpa('functions/tcpa/upload/worker.ts')]],
    ["a worker's entry with a name", [leads, tcpa('functions/tcpa/mail-worker.ts')]],
    ['a test', [leads, tcpa('functions/tcpa/list.test.ts')]],
    [
      'the kernel',
      [
        source('functions/kernel/a.ts', "import '#functions/leads/api.ts';"),
        source('functions/leads/a.ts', "import '#functions/kernel/a.ts';"),
      ],
    ],
  ])('lets pass: %s', (_, files) => expect(pairProblems(files)).toEqual([]));

  it("counts an index that is no function's entry", () =>
    expect(pairProblems([leads, tcpa('functions/tcpa/steps/index.ts')])).toHaveLength(1));
});

describe("the rule of the glossary's names", () => {
  const glossary = parseGlossary(
    '| Word | What it is | Not |\n| --- | --- | --- |\n| retry | Doing it again. | `anew`, `by-hand` |\n| lead | Somebody. | |\n',
  );

  it.each([
    ['a function', 'functions/kernel/retry.ts', 'export async function anew() {}', 'anew'],
    ['a constant', 'web/ui/toast.ts', 'const anew = 1;', 'anew'],
    ['a type', 'shared/model/x.ts', 'export interface anew {}', 'anew'],
    ['a file', 'functions/messages/by-hand.ts', '', 'by-hand'],
    ['a test file', 'functions/messages/by-hand.test.ts', '', 'by-hand'],
  ])('refuses %s of such a name', (_, path, text, name) =>
    expect(nameProblems([source(path, text)], glossary)).toEqual([
      `${path}: “${name}” is no name here; docs/glossary.md says “retry”.`,
    ]),
  );

  it('lets other names pass, and the word within a longer one or a text', () => {
    const text = "export const renewed = 'anew';\nfunction startAnew() {\n  const anew = 1;\n}";
    expect(nameProblems([source('functions/kernel/retry.ts', text)], glossary)).toEqual([]);
  });
});

describe('the rule of circles', () => {
  const files = (imports: Record<string, string[]>) =>
    Object.entries(imports).map(([path, targets]) => ({
      path,
      imports: targets,
      names: [],
      makesEntity: false,
    }));

  it('names the files that import each other, also by way of a third', () =>
    expect(
      circles(
        files({
          'functions/leads/a.ts': ['functions/leads/b.ts'],
          'functions/leads/b.ts': ['functions/leads/c.ts'],
          'functions/leads/c.ts': ['functions/leads/a.ts'],
          'functions/leads/d.ts': ['functions/leads/a.ts'],
        }),
      ),
    ).toEqual([['functions/leads/a.ts', 'functions/leads/b.ts', 'functions/leads/c.ts']]));

  it('counts screens as well as functions', () =>
    expect(circles(files({ 'web/a.ts': ['web/ui/b.ts'], 'web/ui/b.ts': ['web/a.ts'] }))).toHaveLength(1));

  it('finds none where files import one way, or each other for types alone', () => {
    const [a, b] = [
      source('functions/leads/a.ts', "import type { B } from './b.ts';\nimport { type C } from './b.ts';"),
      source('functions/leads/b.ts', "import { a } from './a.ts';"),
    ];
    expect(circles([a, b])).toEqual([]);
  });
});
