import { describe, expect, it } from 'vitest';
import type { Campaign } from '#shared/model/campaign.ts';
import type { CampaignTestView } from '#shared/model/campaign-test.ts';
import { contentOf, draftOf, estimateOf, newDraft, problemsOf, rowsOfFile } from './draft.ts';

const file = (hasPhone: boolean) => ({
  uploadId: undefined,
  file: new File(['a'], 'a.csv'),
  count: 3,
  hasPhone,
  reachable: 3,
  leftOut: [],
  more: false,
  rows: [],
});

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

  it('is the same again after it was opened to be changed', () => {
    const before = {
      ...newDraft(60),
      name: 'News',
      message: 'Hi',
      startAt: '2027-03-01T09:30',
      shortLinks: false,
    };
    const { autoReply, schedule, ...content } = contentOf(before);
    const stored = {
      ...content,
      test: null,
      templateId: null,
      autoReply,
      schedule: { ...schedule, hours: null },
    } as unknown as Campaign;
    expect(contentOf(draftOf(stored))).toEqual(contentOf(before));
    const variants = ['Hi', 'Hello'].map((message) => ({ message, weight: 2, key: 'A', sent: 3 }));
    const test = { ...before.test, variants, state: 'running', winner: null } as unknown as CampaignTestView;
    expect(contentOf(draftOf({ ...stored, test })).test).toEqual({
      ...before.test,
      variants: [
        { message: 'Hi', weight: 2 },
        { message: 'Hello', weight: 2 },
      ],
    });
  });

  it('says how long it takes', () => {
    expect(estimateOf(null, 60)).toBeUndefined();
    expect(estimateOf(5, 60)).toBe('less than a minute');
    expect(estimateOf(600, 60)).toBe('about 10 minutes');
  });
});

it('a preview has what the file says of its people, and not what every new lead has', () => {
  const fields = ['firstName', 'phone', 'status', 'score'].map((field) => ({
    field,
    label: field,
    value: '1',
  }));
  const row = { row: 2, outcome: 'create' as const, reason: null, fields };
  const shown = (columns: string[]) =>
    rowsOfFile(
      columns.map((field) => ({ field })),
      [row],
    )[0]!.fields.map(({ field }) => field);
  expect(shown(['fullName', 'mobile'])).toEqual(['firstName', 'phone']);
  expect(shown(['fullName', 'mobile', 'score'])).toEqual(['firstName', 'phone', 'score']);
});
