import { expect, it } from 'vitest';
import { csvRow } from './csv.ts';

it('quotes every field and defuses what a spreadsheet would run', () => {
  expect(csvRow(['Ada "the first"', 'a,b\nc', ''])).toBe('"Ada ""the first""","a,b\nc",""\r\n');
  expect(csvRow(['=HYPERLINK("x")', '+1', '-1', '@x', '\t=1', 'x=1'])).toBe(
    '"\'=HYPERLINK(""x"")","\'+1","\'-1","\'@x","\'\t=1","x=1"\r\n',
  );
});
