import { describe, expect, it } from 'vitest';
import { documentKind, looksLikeHtml } from './markup.ts';

describe('a document is told by its first element', () => {
  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '\uFEFF\n<?xml version="1.0"?>\n<!-- one --><!-- <svg> in a comment -->\r\n<svg>',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a>b.dtd">\n<SVG>',
    '<!DOCTYPE svg [ <!ENTITY ns "http://x"> <!-- ]> --> ]><!-- after --><svg\n>',
  ])('as an SVG: %s', (text) => expect(documentKind(text)).toBe('svg'));

  it.each([
    '',
    ' <',
    '<?xml version="1.0"',
    `<!--${'x'.repeat(5_000)}`,
    '<!DOCTYPE svg [ <!ENTITY a "',
    '<!DOCTYPE svg [ <!-- >',
    '<!doc',
  ])('as unknown when it is cut before that: %s', (text) => expect(documentKind(text)).toBe('unknown'));

  it.each(['<svgx>', '<html><svg>', 'text <svg>', '<!-- a --><p>', '\x89PNG', '<!ELEMENT svg>'])(
    'as something else: %s',
    (text) => expect(documentKind(text)).toBe('other'),
  );

  it('however many comments stand before it', () => {
    expect(documentKind(`<svg${'<!---->'.repeat(120)}`)).toBe('other');
    expect(documentKind(`${'<!---->'.repeat(200_000)}<p>`)).toBe('other');
  });
});

it.each([
  ['<p>Hello</p>', true],
  ['Hello<BR>', true],
  ['<!DOCTYPE html><html>', true],
  ['<h1 class="a', false],
  ['1 < 2 and 3 > 2', false],
  ['<3', false],
  ['Yours, <anna@example.com', false],
  ['<a'.repeat(100_000), false],
])('whether %j is HTML', (text, isHtml) => expect(looksLikeHtml(text)).toBe(isHtml));
