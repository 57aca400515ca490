import { expect, it } from 'vitest';
import { mayTakeTwo, secondPageFrom } from './second-page.ts';

const range = { from: 600, to: 900 };

it('leaves a video to one page where the encoder takes as long as drawing, on two processors', () => {
  expect(secondPageFrom({ page: 4.7, encoder: 4.7 }, range, 2)).toBeUndefined();
  expect(secondPageFrom({ page: 9, encoder: 7 }, range, 2)).toBeUndefined();
});

it('has a second page take frames over where drawing takes far longer, or processors are idle', () => {
  // 13 frames are drawn while it opens.
  expect(secondPageFrom({ page: 24, encoder: 8 }, range, 2)).toBe(756);
  expect(secondPageFrom({ page: 4.7, encoder: 4.7 }, range, 4)).toBe(782);
});

it('opens no second page for so few frames that opening it takes longer', () => {
  expect(secondPageFrom({ page: 1, encoder: 1 }, { from: 0, to: 200 }, 8)).toBeUndefined();
  expect(mayTakeTwo({ from: 0, to: 119 }, 4)).toBe(false);
  expect(mayTakeTwo({ from: 0, to: 120 }, 4)).toBe(true);
  expect(mayTakeTwo({ from: 0, to: 120 }, 1)).toBe(false);
});
