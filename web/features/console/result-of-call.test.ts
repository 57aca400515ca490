import { describe, expect, it } from 'vitest';
import { standardDispositions } from '#shared/model/disposition.ts';
import { localInput, resultOfCall } from './result-of-call.ts';

const resultOf = (wanted: string) => resultOfCall(standardDispositions.find(({ code }) => code === wanted)!);

describe('what a call means to its calling list', () => {
  it.each([
    ['callback', 'callback'],
    ['sale', 'finished'],
    ['not-interested', 'finished'],
    ['do-not-call', 'finished'],
    ['no-answer', 'called'],
    ['busy', 'called'],
    ['voicemail', 'called'],
    ['wrong-number', 'finished'],
    ['disconnected', 'finished'],
  ])('after %s is %s', (code, result) => {
    expect(resultOf(code)).toBe(result);
  });
});

describe('the time of a callback', () => {
  it('is the same instant again when the field is read', () => {
    const at = Date.parse('2026-03-08T06:59:00Z');
    expect(new Date(localInput(at)).getTime()).toBe(at);
  });
});
