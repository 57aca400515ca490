import { describe, expect, it } from 'vitest';
import { answerProblem, answerProblems, formLimits, type Question } from './form-rules.ts';

const ask = (type: Question['type'], more: Partial<Question> = {}): Question => ({
  name: 'q',
  label: 'Q',
  type,
  required: false,
  ...more,
});

describe('answers', () => {
  it('may be missing unless they are required', () => {
    expect(answerProblem(ask('text'), undefined)).toBeUndefined();
    expect(answerProblem(ask('text', { required: true }), '')).toBe('Please answer “Q”.');
    expect(answerProblem(ask('choices', { required: true }), [])).toBe('Please answer “Q”.');
  });

  it.each([
    ['email', 'jo@example.com', 'jo@example'],
    ['phone', '+1 (555) 014-2368', 'call me'],
    ['number', '12.5', 'a dozen'],
    ['rating', 5, 6],
    ['yesno', 'Yes', 'maybe'],
    ['choice', 'A', 'C'],
    ['choices', ['A', 'B'], ['A', 'C']],
    ['text', 'x'.repeat(formLimits.line), 'x'.repeat(formLimits.line + 1)],
    ['textarea', 'x'.repeat(formLimits.text), 'x'.repeat(formLimits.text + 1)],
    ['text', 'one', ['one']],
  ] as const)('to a %s fit or do not', (type, good, bad) => {
    const question = ask(type, { options: ['A', 'B'] });
    expect(answerProblem(question, good as never)).toBeUndefined();
    expect(answerProblem(question, bad as never)).toBeTypeOf('string');
  });

  it('that nobody asked for are problems', () => {
    expect(answerProblems([ask('text')], { q: 'fine', other: 'x' })).toEqual({
      other: 'The form has no such field.',
    });
    expect(Object.keys(answerProblems([ask('text', { name: 'toString', required: true })], {}))).toEqual([
      'toString',
    ]);
  });
});
