import { expect, it } from 'vitest';
import { AddressUnderway } from './address-underway.ts';

const params = (text: string) => new URLSearchParams(text);
const newest = (underway: AddressUnderway, shown: string) => underway.newest(params(shown)).toString();

it('a change that follows before the last one is shown builds on it', () => {
  const underway = new AddressUnderway();
  underway.ask(params('search=boat'));
  expect(newest(underway, '')).toBe('search=boat');
  underway.ask(params('search=boat&to=10'));
  underway.show(params('search=boat'), 'one');
  // Another part of the page tells of it too.
  underway.show(params('search=boat'), 'one');
  expect(newest(underway, 'search=boat')).toBe('search=boat&to=10');
  underway.show(params('search=boat&to=10'), 'two');
  expect(newest(underway, 'search=boat&to=10')).toBe('search=boat&to=10');
});

it('an address that was skipped on the way is forgotten with those before it', () => {
  const underway = new AddressUnderway();
  underway.ask(params('a=1'));
  underway.ask(params('a=1&b=2'));
  underway.show(params('a=1&b=2'), 'one');
  expect(newest(underway, 'c=3')).toBe('c=3');
});

it('another way to the page, such as Back or a link, ends what was underway', () => {
  const underway = new AddressUnderway();
  underway.ask(params('search=boat'));
  underway.show(params('order=mor_1'), 'one');
  expect(newest(underway, 'order=mor_1')).toBe('order=mor_1');
});

it('asking for what is shown already keeps nothing back', () => {
  const underway = new AddressUnderway();
  underway.show(params(''), 'one');
  underway.ask(params(''));
  expect(newest(underway, '')).toBe('');
  underway.show(params('search=boat'), 'two');
  expect(newest(underway, 'search=boat')).toBe('search=boat');
});

it('what was asked for on a page that was left at once is no part of the next one', () => {
  const underway = new AddressUnderway();
  underway.show(params(''), 'one');
  underway.ask(params('search=boat'));
  underway.show(params(''), 'another page');
  expect(newest(underway, '')).toBe('');
});
