import { expect, it } from 'vitest';
import { findIcons } from './icon-search.ts';

const icon = (name: string, words = '') => ({ name, words, outline: 'M0 0', filled: '' });
const icons = [
  icon('device-mobile', 'phone call'),
  icon('phone-call'),
  icon('phone'),
  icon('microphone'),
  icon('bell'),
];
const namesOf = (search: string) => findIcons(icons, search).shown.map(({ name }) => name);

it('finds by the name first, then by what else an icon stands for', () => {
  expect(namesOf('phone')).toEqual(['phone', 'phone-call', 'microphone', 'device-mobile']);
  expect(namesOf(' Call  PHONE ')).toEqual(['phone-call', 'device-mobile']);
  expect(namesOf('nothing of the sort')).toEqual([]);
});

it('shows some of all icons while nothing is searched', () => {
  const many = Array.from({ length: 500 }, (_, i) => icon(`icon-${i}`));
  const { shown, total } = findIcons(many, '');
  expect([shown.length < 100, total]).toEqual([true, 500]);
});
