import { check } from 'recheck';
import { describe, expect, it } from 'vitest';
import { collectExpressions, type Expression } from './expressions.ts';

/*
 * No regular expression that sees outside input may take more than time in proportion to its length: a text of 31 kB
 * has stopped a worker of all tenants for half a minute. Each one is given to recheck, which looks for such texts by
 * an automaton or by trying.
 */

/** ms that one expression may be looked at; what is not decided by then is written too intricately. */
const timeout = 60_000;

/**
 * Expressions that are put together at run time, from words of our own and never from outside: why, and one that comes
 * of it, which is scanned like the others.
 */
const made: Readonly<Record<string, { why: string; example: RegExp }>> = {
  "functions/kernel/http.ts: new RegExp(`^${prefix}${route.path.replace(/\\{\\w+\\}/g, '[^/]+')}$`)": {
    why: 'The paths of the contract.',
    example: /^\/api\/hooks\/[^/]+\/[^/]+$/,
  },
  "functions/messages/send/reply-token.ts: new RegExp( `reply\\\\+([0-9a-z]{1,7})-([a-z2-7]{${idLength}})([a-z2-7]{${macLength}})@`, 'gi', )":
    { why: 'Two numbers.', example: /reply\+([0-9a-z]{1,7})-([a-z2-7]{32})([a-z2-7]{26})@/gi },
  "functions/render/browser.ts: new RegExp(`^${name}:\\\\s*(\\\\d+)`, 'm')": {
    why: 'Names of fields of /proc.',
    example: /^RssAnon:\s*(\d+)/m,
  },
  'functions/telephony/exchanges/credentials.ts: new RegExp(`<${name}>([^<]+)</${name}>`)': {
    why: 'Names of elements of an answer of STS.',
    example: /<SessionToken>([^<]+)<\/SessionToken>/,
  },
  'shared/api/contract.ts: new RegExp(pattern)': {
    why: 'The prefixes of our ids.',
    example: /^led_[0-9A-Za-z_-]+$/,
  },
  'shared/exchange/channel.ts: new RegExp(`^${kind}_\\\\d{1,10}_exc_[0-9A-Z]{26}_[\\\\w-]{43}$`)': {
    why: 'The prefixes of tokens and keys of bridges.',
    example: /^enr_\d{1,10}_exc_[0-9A-Z]{26}_[\w-]{43}$/,
  },
  'shared/model/reference.ts: new RegExp(`^${prefix}_[\\\\w-]{1,60}$`)': {
    why: 'The prefixes of our ids.',
    example: /^que_[\w-]{1,60}$/,
  },
  'web/features/messages/inbox/Inbox.tsx: new RegExp(`(?:^|/)(${kind}_[^/]+)$`)': {
    why: 'Two prefixes of our ids.',
    example: /(?:^|\/)(cnv_[^/]+)$/,
  },
};

const found = collectExpressions();

/** Why an expression may not stay as it is; undefined for one that takes time in proportion to its input. */
async function problemOf({ source, flags, places }: Expression): Promise<string | undefined> {
  const result = await check(source, flags, { timeout });
  if (result.status === 'safe') return undefined;
  const summary =
    result.status === 'vulnerable' ? result.complexity.summary : 'undecided: please write it more simply';
  return `/${source}/${flags} is ${summary} (${places.join(', ')})`;
}

/** Without any repetition an expression cannot take long. */
const repeats = ({ source }: Expression) => /[*+]|\{\d/.test(source);

describe('regular expressions', () => {
  it('are found in the sources', () => {
    expect(found.literals.length).toBeGreaterThan(250);
    expect(found.literals.filter(repeats).length).toBeGreaterThan(150);
  });

  it('take time in proportion to what they read', { timeout: 300_000 }, async () => {
    const problems: string[] = [];
    const examples = Object.values(made).map(({ example: { source, flags } }) => ({
      source,
      flags,
      places: ['made'],
    }));
    for (const expression of [...found.literals, ...examples].filter(repeats)) {
      const problem = await problemOf(expression);
      if (problem) problems.push(problem);
    }
    expect(problems).toEqual([]);
  });

  it('that do not are told, so that a new one is', async () => {
    const places = ['here'];
    expect(await problemOf({ source: '^(?:<!---->)*?(?:<!---->)*x$', flags: '', places })).toMatch(
      /polynomial/,
    );
    expect(await problemOf({ source: '^((<!--[\\s\\S]*?-->)\\s*)*<svg', flags: 'i', places })).toMatch(
      /exponential/,
    );
    expect(await problemOf({ source: '-+$', flags: '', places })).toMatch(/polynomial/);
  });

  it('are made at run time only of our own words', () => {
    expect(found.made.toSorted()).toEqual(Object.keys(made).toSorted());
  });
});
