import { describe, expect, it } from 'vitest';
import { doneWord, durationLeft, progressLabel } from './job-words.ts';

describe('the time that work in the background will still take', () => {
  it.each([
    [4, 'a few seconds left'],
    [45, 'less than a minute left'],
    [80, 'about 1 minute left'],
    [170, 'about 3 minutes left'],
    [3_590, 'about 1 hour left'],
    [7_300, 'about 2 hours left'],
  ])('of %i seconds is %j', (seconds, words) => {
    expect(durationLeft(seconds)).toBe(words);
  });
});

it('says of a job of each kind what was done', () => {
  expect(doneWord('sms.blast')).toBe('sent');
  expect(doneWord('offices.close')).toBe('changed');
});

describe('the name of the progress of a job', () => {
  it('says how much is done', () => expect(progressLabel('Close offices', 40)).toBe('Close offices, 40 %'));
  it('names no noun while items are being found', () =>
    expect(progressLabel('Close offices', null)).toBe('Close offices, finding what to work on'));
});
