import { describe, expect, it } from 'vitest';
import { redacted } from './redact.ts';

const ann = { firstName: 'Ann', lastName: 'O’Neil', company: 'Green Roofs', street: '12 Main Street' };
const shown = (text: string, person = ann) => redacted([text], person).texts[0];

describe('what is shown of a conversation', () => {
  it.each([
    ['Hi Ann, this is Bob', 'Hi [first name], this is Bob'],
    ['it’s ANN’s roof, Mrs O’Neil', 'it’s [first name] roof, Mrs [last name]'],
    ['We are green roofs at 12 main street.', 'We are [company] at [street].'],
    ['Mail ann.oneil@example.com, or a+b@x.example', 'Mail [mail 1] or [mail 2]'],
    ['Not @ home, 2@ each', 'Not @ home, 2@ each'],
    ['Call (305) 555-0142 or +1 305 555 0143', 'Call [number 1] or [number 2]'],
    ['Card 4111 1111 1111 1111, zip 33101', 'Card [number 1], zip [number 2]'],
    ['See https://a.example/u?id=77 and www.b.example', 'See [link 1] and [link 2]'],
    ['At 10:30 for 1200 dollars, 2 - 3 people', 'At 10:30 for 1200 dollars, 2 - 3 people'],
    ['[first name] [link 1]', 'first name link 1'],
  ])('of %s is %s', (text, expected) => expect(shown(text)).toBe(expected));

  it('has one name for one thing, which a draft may use', () => {
    const { texts, restore } = redacted(['See www.a.example', 'www.a.example, or www.b.example?'], ann);
    expect(texts).toEqual(['See [link 1]', '[link 2] or [link 3]']);
    expect(restore('Hi [first name], see [link 1]. [number 4]')).toBe('Hi Ann, see www.a.example.');
  });

  it('leaves no gap in a draft where nobody knows the name', () => {
    const { restore } = redacted([''], { firstName: '', lastName: '', company: '', street: '' });
    expect(restore('Thanks, [first name]. Hello [first name]!')).toBe('Thanks. Hello!');
  });
});
