import { describe, expect, it } from 'vitest';
import { changed, redone, startHistory, undone } from './history.ts';

describe('undo and redo', () => {
  it('goes back and forth, and a new change forgets what was undone', () => {
    let history = startHistory('a');
    history = changed(history, 'b', null, 0);
    history = changed(history, 'c', null, 0);
    history = undone(undone(history));
    expect(history.present).toBe('a');
    expect(undone(history).present).toBe('a');
    history = redone(history);
    expect(history.present).toBe('b');
    history = changed(history, 'd', null, 0);
    expect(redone(history).present).toBe('d');
    expect(undone(history).present).toBe('b');
  });

  it('takes what is typed in one go as one change', () => {
    let history = startHistory('');
    for (const [at, text] of ['h', 'he', 'hey'].entries()) history = changed(history, text, 'name', at * 100);
    expect(undone(history).present).toBe('');
    history = changed(history, 'hey you', 'name', 10_000);
    expect(undone(history).present).toBe('hey');
    history = changed(history, 'HEY YOU', 'other', 10_001);
    expect(undone(history).present).toBe('hey you');
  });

  it('does not join a change with one that was undone and done again', () => {
    const typed = changed(startHistory('a'), 'ab', 'name', 0);
    const again = changed(redone(undone(typed)), 'abc', 'name', 1);
    expect(undone(again).present).toBe('ab');
  });

  it('takes no change for one', () => {
    const history = startHistory('a');
    expect(changed(history, 'a', null, 0)).toBe(history);
  });
});
