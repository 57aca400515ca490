import { describe, expect, it } from 'vitest';
import { placeBeside } from './toast-place.ts';

const desk = { left: 0, top: 0, right: 1440, bottom: 900 };
const phone = { left: 0, top: 0, right: 390, bottom: 844 };
const button = (left: number, top: number) => ({ left, top, right: left + 120, bottom: top + 36 });

describe('the place of a toast', () => {
  it('is the bottom right where no primary button is', () => {
    expect(placeBeside([button(1290, 80)], desk)).toBe('bottom-right');
  });

  it('is the other side where a panel has its button at the bottom right', () => {
    expect(placeBeside([button(1290, 850)], desk)).toBe('bottom-left');
  });

  it('is the middle where both sides are taken, as by the panel and the zoom of the editor', () => {
    const panel = { left: 64, right: 420, top: 52, bottom: 900 };
    expect(placeBeside([button(1290, 850), panel], desk)).toBe('bottom-center');
  });

  it('is the top where a phone has the button at the bottom', () => {
    expect(placeBeside([button(250, 790)], phone)).toBe('top-center');
  });

  it('is reckoned within the page, beside the rail and between the bars', () => {
    const page = { left: 228, top: 56, right: 1440, bottom: 900 };
    // To the right of a toast at the window's edge, and below one at the page's.
    expect(placeBeside([button(1290, 850), button(440, 850)], page)).toBe('bottom-center');
    const between = { left: 0, top: 96, right: 390, bottom: 783 };
    expect(placeBeside([button(250, 790)], between)).toBe('bottom-right');
    expect(placeBeside([button(250, 700)], between)).toBe('top-center');
  });

  it('stays the usual one where every place covers a button', () => {
    expect(placeBeside([button(250, 790), button(150, 20)], phone)).toBe('bottom-right');
  });
});
