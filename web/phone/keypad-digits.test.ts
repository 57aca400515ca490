import { describe, expect, it } from 'vitest';
import { KeypadDigits } from './keypad-digits.ts';

/** A keypad whose requests are answered by hand. */
function keypad() {
  const sent: [callId: string, digits: string][] = [];
  const answers: (() => void)[] = [];
  const keys = new KeypadDigits((callId, digits) => {
    sent.push([callId, digits]);
    return new Promise((resolve) => answers.push(resolve));
  });
  const answer = async () => {
    answers.shift()!();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { keys, sent, answer };
}

describe('the keys of a keypad', () => {
  it('are all sent, in their order, when they are pressed faster than the exchange answers', async () => {
    const { keys, sent, answer } = keypad();
    for (const digit of '1234') void keys.press('call_1', digit);
    expect(sent).toEqual([['call_1', '1']]);
    await answer();
    expect(sent).toEqual([
      ['call_1', '1'],
      ['call_1', '234'],
    ]);
    await answer();
    void keys.press('call_1', '#');
    expect(sent[2]).toEqual(['call_1', '#']);
  });

  it('go at most 32 at a time', async () => {
    const { keys, sent, answer } = keypad();
    for (const digit of `0${'9'.repeat(40)}`) void keys.press('call_1', digit);
    await answer();
    await answer();
    expect(sent.map(([, { length }]) => length)).toEqual([1, 32, 8]);
  });

  it('are not sent to the next call when the one they were pressed in is over', async () => {
    const { keys, sent, answer } = keypad();
    for (const digit of '12') void keys.press('call_1', digit);
    void keys.press('call_2', '5');
    await answer();
    expect(sent).toEqual([
      ['call_1', '1'],
      ['call_2', '5'],
    ]);
  });
});
