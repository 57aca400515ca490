import type { CDPSession, Page } from 'playwright-core';
import type { Measured } from './probe.ts';

/**
 * A little longer than a frame of the screen: within a gesture the input then meets every moment of a frame alike. In
 * step with the screen, the wait for the next frame would be one draw of luck for the whole gesture.
 */
const frame = (1000 / 60) * 1.01;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A hand on mouse, wheel and keyboard: sends at about 60 Hz like a device, whether or not the page keeps up. */
export class Hand {
  readonly #page: Page;
  readonly #cdp: CDPSession;
  #sent: Promise<unknown>[] = [];

  constructor(page: Page, cdp: CDPSession) {
    this.#page = page;
    this.#cdp = cdp;
  }

  #mouse(type: string, x: number, y: number, more: object = {}): void {
    const event = { type, x, y, button: 'none', ...more };
    this.#sent.push(this.#cdp.send('Input.dispatchMouseEvent', event as never));
  }

  move(x: number, y: number): void {
    this.#mouse('mouseMoved', x, y);
  }

  down(x: number, y: number): void {
    this.#mouse('mousePressed', x, y, { button: 'left', buttons: 1, clickCount: 1 });
  }

  drag(x: number, y: number): void {
    this.#mouse('mouseMoved', x, y, { button: 'left', buttons: 1 });
  }

  up(x: number, y: number): void {
    this.#mouse('mouseReleased', x, y, { button: 'left', buttons: 0, clickCount: 1 });
  }

  wheel(x: number, y: number, deltaX: number, deltaY: number, ctrl = false): void {
    this.#mouse('mouseWheel', x, y, { deltaX, deltaY, modifiers: ctrl ? 2 : 0 });
  }

  /** @param modifiers 1 Alt, 2 Ctrl, 8 Shift, added up */
  key(key: string, code: string, keyCode: number, modifiers = 0, text?: string): void {
    const event = { key, code, windowsVirtualKeyCode: keyCode, modifiers };
    for (const type of ['keyDown', 'keyUp'] as const) {
      const words = type === 'keyDown' && text ? { text } : {};
      this.#sent.push(this.#cdp.send('Input.dispatchKeyEvent', { ...event, ...words, type }));
    }
  }

  /** Waits until the page has taken everything. */
  async drain(): Promise<void> {
    await Promise.all(this.#sent);
    this.#sent = [];
    await this.#page.evaluate('window.__probe.quiet(2, 1e9)');
  }

  async settle(): Promise<void> {
    await this.drain();
    await this.#page.evaluate('window.__probe.quiet(12)');
  }

  /** Calls `act` so many times, one in each period; `share` runs from 0 to 1. */
  async every(times: number, act: (share: number, index: number) => void, period = frame): Promise<void> {
    const begun = performance.now();
    for (let index = 0; index < times; index++) {
      act(times > 1 ? index / (times - 1) : 1, index);
      const rest = begun + (index + 1) * period - performance.now();
      if (rest > 0) await sleep(rest);
    }
  }

  /** One step by itself. @returns ms until the picture at the points shows it; null where it never does */
  async step(points: readonly (readonly number[])[], act: () => void): Promise<number | null> {
    await this.#page.evaluate(`window.__probe.watch(${JSON.stringify(points)})`);
    act();
    return this.#page.evaluate('window.__probe.shown()') as Promise<number | null>;
  }

  /** ms that the page's main thread has worked so far: other programs of the machine have no part in it. */
  async worked(): Promise<number> {
    const { metrics } = await this.#cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ThreadTime')!.value * 1_000;
  }

  async measure(gesture: () => Promise<void>): Promise<Measured & { work: number }> {
    await this.settle();
    const before = await this.worked();
    await this.#page.evaluate('window.__probe.start()');
    await gesture();
    await this.drain();
    const measured = (await this.#page.evaluate('window.__probe.stop()')) as Measured;
    return { ...measured, work: Math.round(((await this.worked()) - before) * 10) / 10 };
  }
}
