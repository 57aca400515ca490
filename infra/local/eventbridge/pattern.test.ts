import { describe, expect, it } from 'vitest';
import { compilePattern } from './pattern.ts';

const EVENT = {
  source: 'app.leads',
  'detail-type': 'Lead Created',
  resources: ['arn:a', 'arn:b'],
  detail: {
    state: 'running',
    'c-count': 5,
    'd-count': 301.8,
    price: -1.5,
    flag: true,
    none: null,
    empty: '',
    list: [],
    ip: '10.0.0.25',
    ip6: '2001:db8::5',
    file: 'images/2026/sign.PNG',
    star: 'a*b',
    location: [
      { country: 'FR', city: 'Paris' },
      { country: 'US', city: 'Austin' },
    ],
    nested: { deep: { er: ['x', 'y'] } },
  },
};

const detail = (pattern: unknown) => JSON.stringify({ detail: pattern });

describe('an event fits', () => {
  it.each([
    ['exact values, any of several', { source: ['x', 'app.leads'], 'detail-type': ['Lead Created'] }],
    ['any element of an array', { resources: ['arn:b'] }],
    ['numbers, booleans and null', { detail: { 'c-count': [5], flag: [true], none: [null], empty: [''] } }],
    ['prefix', { source: [{ prefix: 'app.' }] }],
    ['prefix whatever the case', { source: [{ prefix: { 'equals-ignore-case': 'APP.' } }] }],
    ['suffix whatever the case', { detail: { file: [{ suffix: { 'equals-ignore-case': '.png' } }] } }],
    ['equals-ignore-case', { 'detail-type': [{ 'equals-ignore-case': 'lead created' }] }],
    ['wildcard', { detail: { file: [{ wildcard: 'images/*/sign.*' }] } }],
    ['a wildcard with an escaped asterisk', { detail: { star: [{ wildcard: 'a\\*b' }] } }],
    ['anything-but', { detail: { state: [{ 'anything-but': ['stopped', 'gone'] }] } }],
    ['anything-but a number', { detail: { 'c-count': [{ 'anything-but': 6 }] } }],
    ['anything-but prefix', { detail: { state: [{ 'anything-but': { prefix: 'init' } }] } }],
    ['anything-but several suffixes', { detail: { state: [{ 'anything-but': { suffix: ['ed', 'pp'] } }] } }],
    ['anything-but wildcard', { detail: { file: [{ 'anything-but': { wildcard: '*/lib/*' } }] } }],
    [
      'anything-but whatever the case',
      { detail: { state: [{ 'anything-but': { 'equals-ignore-case': ['STOPPED'] } }] } },
    ],
    [
      'numeric range',
      { detail: { 'c-count': [{ numeric: ['>', 0, '<=', 5] }], price: [{ numeric: ['<', 0] }] } },
    ],
    ['numeric equality', { detail: { 'd-count': [{ numeric: ['=', 301.8] }] } }],
    ['cidr', { detail: { ip: [{ cidr: '10.0.0.0/24' }], ip6: [{ cidr: '2001:db8::/32' }] } }],
    ['exists', { detail: { state: [{ exists: true }], 'not-there': [{ exists: false }] } }],
    ['exists: false below an absent object', { detail: { gone: { away: [{ exists: false }] } } }],
    ['exists: false for an empty array', { detail: { list: [{ exists: false }] } }],
    ['nested objects and arrays', { detail: { nested: { deep: { er: ['y'] } } } }],
    ['objects in one array element', { detail: { location: { country: ['US'], city: ['Austin'] } } }],
    ['$or at the top', { $or: [{ source: ['no'] }, { 'detail-type': ['Lead Created'] }] }],
    [
      '$or within, beside other fields',
      {
        detail: {
          flag: [true],
          $or: [{ 'c-count': [{ numeric: ['>', 9] }] }, { 'd-count': [{ numeric: ['<', 400] }] }],
        },
      },
    ],
    ['a mix in one array', { source: ['no', { prefix: 'app' }] }],
  ])('%s', (_name, pattern) => {
    expect(compilePattern(JSON.stringify(pattern))(EVENT)).toBe(true);
  });
});

describe('an event does not fit', () => {
  it.each([
    ['another value', { source: ['other'] }],
    ['a number given as text', { detail: { 'c-count': ['5'] } }],
    ['an absent field', { detail: { absent: ['x'] } }],
    ['null for an absent field', { detail: { absent: [null] } }],
    ['one field of two', { source: ['app.leads'], 'detail-type': ['Other'] }],
    ['fields of different array elements', { detail: { location: { country: ['FR'], city: ['Austin'] } } }],
    ['anything-but an absent field', { detail: { absent: [{ 'anything-but': 'x' }] } }],
    ['anything-but the value itself', { detail: { state: [{ 'anything-but': ['running'] }] } }],
    ['numeric on text', { detail: { state: [{ numeric: ['>', 0] }] } }],
    ['numeric out of range', { detail: { 'c-count': [{ numeric: ['>', 5, '<', 9] }] } }],
    ['an address outside', { detail: { ip: [{ cidr: '10.0.1.0/24' }] } }],
    ['an IPv6 network for an IPv4 address', { detail: { ip: [{ cidr: '::/0' }] } }],
    ['a wildcard that would overlap', { detail: { state: [{ wildcard: 'runn*nning' }] } }],
    ['exists: true on an object', { detail: { nested: [{ exists: true }] } }],
    ['exists: false on what is there', { detail: { none: [{ exists: false }] } }],
    ['no branch of $or', { $or: [{ source: ['a'] }, { source: ['b'] }] }],
    ['a name that objects inherit', { constructor: [{ exists: true }] }],
  ])('%s', (_name, pattern) => {
    expect(compilePattern(JSON.stringify(pattern))(EVENT)).toBe(false);
  });
});

describe('a pattern is refused', () => {
  it.each([
    ['{', /JSON/],
    ['[]', /not an object/],
    ['{"source": "app"}', /object or an array/],
    ['{"source": []}', /Empty arrays/],
    ['{}', /Empty objects/],
    [detail({ a: [{ prefx: 'x' }] }), /Unrecognized match type prefx/],
    [detail({ a: [{ prefix: 5 }] }), /string/],
    [detail({ a: [{ numeric: ['>', 'x'] }] }), /numbers/],
    [detail({ a: [{ numeric: ['>', 5, '<', 1] }] }), /range/],
    [detail({ a: [{ numeric: ['!', 5] }] }), /operator/],
    [detail({ a: [{ cidr: '10.0.0/24' }] }), /CIDR/],
    [detail({ a: [{ wildcard: 'a**b' }] }), /consecutive/],
    [detail({ a: [{ exists: 'yes' }] }), /exists/],
    [detail({ a: [{ 'anything-but': [] }] }), /at least one/],
    [detail({ $or: [{ a: [1] }] }), /at least two/],
  ])('%s', (pattern, message) => {
    expect(() => compilePattern(pattern)).toThrow(message);
  });
});
