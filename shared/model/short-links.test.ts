import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostShortLinks, shortLinkAt, tenantOfCode, withShortLinks } from './short-links.ts';

const shortened = (text: string, source = text) => {
  const found: string[] = [];
  const after = withShortLinks(text, source, (link) => {
    found.push(link);
    return `<${found.length}>`;
  });
  return { after, found };
};

describe('the links of a text', () => {
  it('end before what ends the sentence, and keep their query and fragment', () => {
    expect(shortened('See https://a.example/x?y=1#z. Or (http://b.example)!')).toEqual({
      after: 'See <1>. Or (<2>)!',
      found: ['https://a.example/x?y=1#z', 'http://b.example'],
    });
  });

  it('are those whose place the text names itself, and no other', () => {
    const source = 'Hi {{ lead.firstName }}, see https://a.example/{{ lead.city }}';
    const text = 'Hi https://evil.example/, see https://a.example/Miami';
    expect(shortened(text, source)).toEqual({
      after: 'Hi https://evil.example/, see <1>',
      found: ['https://a.example/Miami'],
    });
  });

  it('lead nowhere that a variable or a user name before the host chooses', () => {
    expect(shortened('https://a.example.evil.example/', 'https://a.example{{ lead.city }}').found).toEqual(
      [],
    );
    expect(shortened('https://evil.example/', 'https://{{ lead.city }}/').found).toEqual([]);
    expect(shortened('https://a.example@evil.example/', 'https://a.example/').found).toEqual([]);
    expect(shortened('javascript://a.example/', 'https://a.example/').found).toEqual([]);
  });

  it('may have variables in a template, where their length is looked at', () => {
    expect(shortened('Go to https://a.example/?id={{ lead.id }}.').after).toBe('Go to <1>.');
  });

  it('are at most so many', () => {
    expect(shortened('https://a.example '.repeat(mostShortLinks + 3)).found).toHaveLength(mostShortLinks);
  });

  it('leave every other text as it is', () => {
    const words = fc.array(fc.constantFrom('http:', '//', 'a.b', ' ', '{{', '}}', '.', 'é', '@'), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join('');
        expect(withShortLinks(text, text, () => undefined)).toBe(text);
        expect(withShortLinks(text, '', () => 'x')).toBe(text);
      }),
    );
  });

  it('take time by their length, whatever they are made of', () => {
    const hostile = [
      'http://'.repeat(30_000),
      `https://${'{{'.repeat(60_000)}`,
      `https://a${'.'.repeat(100_000)}`,
    ];
    for (const text of hostile) expect(withShortLinks(text, text, () => undefined)).toBe(text);
  });
});

it('knows the tenant of a short link, and none of anything else', () => {
  const code = '0123456789ab';
  const address = shortLinkAt('https://dealbell.example', 47, code);
  expect(address).toBe('https://dealbell.example/api/l/1b-0123456789ab');
  expect(tenantOfCode(address.split('/').at(-1)!)).toBe(47);
  for (const none of ['', '1b', `1b-${code}c`, `1b-${code.toUpperCase()}`, `-${code}`])
    expect(tenantOfCode(none)).toBe(0);
});
