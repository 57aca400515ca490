import { describe, expect, it } from 'vitest';
import { contentOf, estimateOf, newDraft, problemsOf } from './draft.ts';

const file = (hasPhone: boolean) => ({ file: new File(['a'], 'a.csv'), count: 3, hasPhone, rows: [] });

describe('a campaign on its way through the steps', () => {
  it('wants a file that has phone numbers, where it is for a file', () => {
    const draft = newDraft(60);
    expect(problemsOf(0, draft)).toEqual({});
    expect(problemsOf(0, { ...draft, audience: 'file' })).toEqual({ contacts: 'Please choose a file.' });
    expect(problemsOf(0, { ...draft, audience: 'file', contacts: file(false) }).contacts).toMatch(/phone/);
    expect(problemsOf(0, { ...draft, audience: 'file', contacts: file(true) })).toEqual({});
  });

  it('wants a text or a template, and a name', () => {
    const draft = newDraft(60);
    expect(problemsOf(1, { ...draft, message: ' ' })).toEqual({ message: 'Please write a message.' });
    expect(problemsOf(1, { ...draft, message: 'Hi' })).toEqual({});
    expect(problemsOf(1, { ...draft, text: 'template', message: 'Hi' })).toEqual({
      templateId: 'Please choose a template.',
    });
    expect(problemsOf(2, draft)).toEqual({ name: 'Please enter a name.' });
  });

  it('wants each of the texts that it tests, and sends them as a test', () => {
    const draft = { ...newDraft(60), text: 'test' as const };
    expect(Object.keys(problemsOf(1, draft))).toEqual(['variant0', 'variant1']);
    const variants = ['Hi', 'Hello'].map((message) => ({ message, weight: 1 }));
    const written = { ...draft, test: { ...draft.test, variants } };
    expect(problemsOf(1, written)).toEqual({});
    expect(contentOf(written)).toMatchObject({ test: { variants } });
    expect(contentOf(written)).not.toHaveProperty('message');
    expect(contentOf({ ...written, text: 'message', message: 'Hi' })).toMatchObject({ test: null });
  });

  it('sends either the text or the template', () => {
    const draft = { ...newDraft(60), name: ' News ', message: 'Hi ', templateId: 'mtp_1' };
    expect(contentOf(draft)).toMatchObject({ name: 'News', message: 'Hi', rateLimit: 60, poolId: null });
    expect(contentOf(draft)).not.toHaveProperty('templateId');
    expect(contentOf({ ...draft, text: 'template' })).toMatchObject({
      name: 'News',
      templateId: 'mtp_1',
      rateLimit: 60,
    });
  });

  it('says how long it takes', () => {
    expect(estimateOf(null, 60)).toBeUndefined();
    expect(estimateOf(5, 60)).toBe('less than a minute');
    expect(estimateOf(600, 60)).toBe('about 10 minutes');
  });
});
