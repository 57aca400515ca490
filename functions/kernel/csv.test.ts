import { expect, it } from 'vitest';
import { csvRow } from './csv.ts';

it('quotes every field and defuses what a spreadsheet would run', () => {
  expect(csvRow(['Ada "the first"', 'a,b\nc', ''])).toBe('"Ada ""the first""","a,b\nc",""\r\n');
  expect(csvRow(['=HYPERLINK("x")', '+x', '-1+2', '@x', '\t=1', 'x=1'])).toBe(
    '"\'=HYPERLINK(""x"")","\'+x","\'-1+2","\'@x","\'\t=1","x=1"\r\n',
  );
});

it('leaves phones and amounts as they are', () => {
  expect(csvRow(['+12125550123', '-1.5', '+1'])).toBe('"+12125550123","-1.5","+1"\r\n');
  expect(csvRow(['+1\n=2', '-1.', '+1.5551E+10'])).toBe('"\'+1\n=2","\'-1.","\'+1.5551E+10"\r\n');
});
