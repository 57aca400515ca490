import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { elementTypes } from '#shared/scene/registry.ts';
import { closeBrowser } from '#tests/support/browser.ts';
import { scenePage } from '#tests/support/scene-browser.ts';

/* A frame is the same whether one came there by playing or by jumping, bit for bit, in a real browser. */

const times = [0.4, 1.5];
/** Coarse steps: what would carry state from frame to frame shows it at any rate. */
const fps = 5;

let page: Page;
beforeAll(async () => {
  page = await scenePage();
});
afterAll(closeBrowser);

it.each(elementTypes.map(({ type, category }) => [type, category === 'Effects'] as const))(
  '%s',
  async (type, moves) => {
    const pictures = new Set<string>();
    for (const t of times) {
      const jumped = await page.evaluate(([name, at]) => window.scene.jumped(name, at), [type, t] as const);
      const played = await page.evaluate(([name, at, rate]) => window.scene.played(name, at, rate), [
        type,
        t,
        fps,
      ] as const);
      expect(played, `at ${t} s`).toBe(jumped);
      pictures.add(jumped);
    }
    // An effect does move: otherwise the comparison above would compare nothing.
    if (moves) expect(pictures.size).toBe(times.length);
  },
);
