import { describe, expect, it } from 'vitest';
import { box } from '../testing/stage.ts';
import { arriving, reapplyMine } from './arrivals.ts';

const base = box('a', 0, 0, { styles: { color: '#000000', fontSize: 20 }, version: 3 });
const at = (x: number) => ({ x, y: 0, z: 0 });

describe('what somebody else saved, where it was edited here too', () => {
  it('comes together with what is in another place', () => {
    const mine = { ...base, styles: { color: '#ff0000', fontSize: 20 } };
    const theirs = { ...base, position: at(9), version: 4 };
    expect(arriving(base, mine, theirs)).toEqual({ next: { ...theirs, styles: mine.styles } });
  });

  it('wins where both meet, keeps the rest of mine, and mine can be made again', () => {
    const mine = { ...base, position: at(5), opacity: 0.5 };
    const theirs = { ...base, position: at(9), version: 4 };
    const { next, overruled } = arriving(base, mine, theirs);
    expect(next).toEqual({ ...theirs, opacity: 0.5 });
    expect(reapplyMine(overruled!, next)).toEqual({ ...theirs, position: at(5), opacity: 0.5 });
  });

  it('wins over a removal and with a removal', () => {
    const theirs = { ...base, version: 4 };
    const back = arriving(base, undefined, theirs);
    expect(back.next).toBe(theirs);
    expect(reapplyMine(back.overruled!, theirs)).toBeUndefined();
    const mine = { ...base, opacity: 0.5 };
    const gone = arriving(base, mine, undefined);
    expect(gone.next).toBeUndefined();
    expect(reapplyMine(gone.overruled!, undefined)).toEqual(mine);
    expect(arriving(base, undefined, undefined)).toEqual({ next: undefined });
  });
});
