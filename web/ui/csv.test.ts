import { expect, it } from 'vitest';
import { csv } from './csv.ts';

it('quotes what needs it, and lets no cell be a formula', () => {
  expect(
    csv([
      ['Sign', 'Seconds'],
      ['A, "B"', 12.5],
      ['=HYPERLINK("x")', -3],
      [' @sum', 0],
    ]),
  ).toBe('Sign,Seconds\r\n"A, ""B""",12.5\r\n"\'=HYPERLINK(""x"")",-3\r\n\' @sum,0\r\n');
});
