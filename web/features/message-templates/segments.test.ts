import { describe, expect, it } from 'vitest';
import { segmentsOf } from '#functions/messageTemplates/segments.ts';
import { culpritsOf, withTwins } from './segments.ts';

describe('what makes a text UCS-2', () => {
  it.each([
    ['Hello {{lead.firstName}}, 50% off [today] ~ €5 | \\ ^', []],
    ['It’s here', ['a curly apostrophe']],
    ['“Hi” – it’s… yes', ['a curly quote', 'a curly quote', 'a dash', 'a curly apostrophe', 'an ellipsis']],
    ['Great 🎉🎉', ['an emoji']],
    ['Ça va, señor, façade', ['U+00E7']],
    ['Привет', ['U+041F', 'U+0440', 'U+0438', 'U+0432', 'U+0435', 'U+0442']],
  ])('%s: %j', (text, names) => {
    expect(culpritsOf(text).map(({ name }) => name)).toEqual(names);
  });

  it.each(['plain', 'It’s', 'naïve', '€ and ~', 'Ω', 'emoji 😀', 'tab\there', 'ÀÈ', 'ñ', '`'])(
    'agrees with the server’s own count on %j',
    (text) => {
      expect(culpritsOf(text).length === 0).toBe(segmentsOf(text).encoding === 'GSM-7');
    },
  );

  it('can be replaced where there is a twin', () => {
    expect(withTwins('“It’s” — 🎉…')).toBe('"It\'s" - 🎉...');
  });
});
