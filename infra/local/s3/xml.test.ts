import { expect, it } from 'vitest';
import { childrenOf, childText, parseXml, xml } from './xml.ts';

it('reads back what it writes', () => {
  const source = xml('Delete', { Quiet: true, Object: [{ Key: '<&>"\'\u0001\r\n' }, { Key: '' }] });
  const root = parseXml(source, 'Delete');
  expect(childText(root, 'Quiet')).toBe('true');
  expect(childrenOf(root, 'Object').map((one) => childText(one, 'Key'))).toEqual(['<&>"\'\u0001\r\n', '']);
});

it('reads prefixes, attributes, comments, CDATA and empty elements', () => {
  const root = parseXml(
    '<?xml version="1.0"?><!-- a --><s:A xmlns:s="x"><B c=\'1\'/><B><![CDATA[<x>&]]></B></s:A>',
    'A',
  );
  expect(childrenOf(root, 'B').map((one) => one.text)).toEqual(['', '<x>&']);
});

it.each([
  '',
  'text',
  '<A>',
  '<A></B>',
  '<A/><A/>',
  '<B/>',
  '<A>&unknown;</A>',
  '<A>a & b</A>',
  '<A>&#x110000;</A>',
  '<!DOCTYPE A [<!ENTITY x "y">]><A>&x;</A>',
  '<A><?php ?></A>',
  `${'<A>'.repeat(20)}${'</A>'.repeat(20)}`,
])('refuses %j', (source) => {
  expect(() => parseXml(source, 'A')).toThrow('not well-formed');
});
