import { expect, it } from 'vitest';
import { unknownState } from './compliance/places.ts';
import { reasonGroup } from './import-reasons.ts';

it.each([
  ['There is a lead with the number +13055550101 already.', 'There is a lead with the number … already.'],
  [
    'There is a lead with the address ann@example.com already.',
    'There is a lead with the address … already.',
  ],
  ['Another lead has the number +13055550101.', 'Another lead has the number ….'],
  [
    'The row has 3 values, and the head names 12 columns.',
    'The row has … values, and the head names 12 columns.',
  ],
  ['12 Oak St is not a phone number.', '… is not a phone number.'],
  ['(900) 555: 1 cannot be called: premium numbers are not.', '… cannot be called: premium numbers are not.'],
  ['Status: There is no status Hot: maybe.', 'Status: There is no status ….'],
  [
    'Deal amount: 1.2e5: so is not a number such as 1234.50.',
    'Deal amount: … is not a number such as 1234.50.',
  ],
  ['Phone: A phone number has 3 to 40 characters.', 'Phone: A phone number has 3 to 40 characters.'],
  [`Utopia: ${unknownState}`, `…: ${unknownState}`],
  ['E-mail: Please enter a valid e-mail address.', 'E-mail: Please enter a valid e-mail address.'],
])('%j is one of the rows of %j', (reason, group) => expect(reasonGroup(reason)).toBe(group));

it('takes time in proportion to the length of what a row holds', () => {
  const began = performance.now();
  for (const part of ['1 ', '@', ': ', 'There is no status ']) reasonGroup(part.repeat(100_000));
  expect(performance.now() - began).toBeLessThan(1_000);
});
