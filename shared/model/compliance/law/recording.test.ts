import { expect, it } from 'vitest';
import { allPartyStates, isAnnounced } from './recording.ts';

const newYork = '+12125550142';
const texas = '+12145550142';
const florida = '+13055550142';

it.each([
  ['both ends where one party’s consent is enough', { phone: newYork }, texas, false],
  ['a called number of Florida', { phone: florida }, texas, true],
  ['a number of ours of Florida', { phone: newYork }, florida, true],
  ['a Texan number of somebody who lives in California', { phone: texas, state: 'CA' }, newYork, true],
  [
    'a Californian number of somebody who lives in Texas',
    { phone: '+14155550142', state: 'TX' },
    newYork,
    true,
  ],
  ['a number of Ontario', { phone: '+14165550142' }, newYork, true],
  ['a number abroad', { phone: '+442079460000' }, newYork, true],
  ['a toll-free number, which is of no state', { phone: newYork }, '+18005550142', true],
  ['no number of ours', { phone: newYork }, null, true],
  ['nothing that is known of the caller', { phone: '' }, texas, true],
] as const)('by the law of the states, of %s: said %o', (_, other, own, said) => {
  expect(isAnnounced('states', other, own)).toBe(said);
});

it('is said always or never where the workspace wants that', () => {
  expect(isAnnounced('always', { phone: newYork }, texas)).toBe(true);
  expect(isAnnounced('off', { phone: florida }, florida)).toBe(false);
});

it('names each state once, with its statute', () => {
  expect(new Set(allPartyStates.map(({ state }) => state)).size).toBe(allPartyStates.length);
  for (const { state, citation } of allPartyStates) expect(citation, state).toMatch(/\d/);
});
