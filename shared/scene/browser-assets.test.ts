import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BrowserAssets } from './browser-assets.ts';

/** The browser's Image, which node does not have: each answers when the test says so. */
class PendingImage {
  static all: PendingImage[] = [];
  crossOrigin: string | null = null;
  decoding = '';
  src = '';
  naturalWidth = 640;
  naturalHeight = 480;
  decodes = 0;
  onload?: () => void;
  onerror?: () => void;
  settle = { loaded: () => this.onload?.(), failed: (_: Error) => this.onerror?.() };
  constructor() {
    PendingImage.all.push(this);
  }
  async decode(): Promise<void> {
    this.decodes++;
  }
}

const url = 'https://example.com/a.png';

beforeEach(() => {
  PendingImage.all = [];
  vi.stubGlobal('Image', PendingImage);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('pictures of a browser', () => {
  it('are loaded once, with CORS, and tell when they are there', async () => {
    const changed: string[] = [];
    const assets = new BrowserAssets({
      onChange: (settled) => changed.push(settled),
      resolve: (it) => `${it}?proxied`,
    });
    expect(assets.image(url).state).toBe('loading');
    assets.preload([url, url]);
    expect(PendingImage.all).toHaveLength(1);
    expect(PendingImage.all[0]).toMatchObject({ crossOrigin: 'anonymous', src: `${url}?proxied` });
    PendingImage.all[0]!.settle.loaded();
    expect(await assets.ready(1000)).toEqual([]);
    expect(assets.image(url)).toMatchObject({ state: 'loaded', width: 640, height: 480 });
    expect(changed).toEqual([url]);
  });

  it('that fail say so, and can be tried again', async () => {
    const assets = new BrowserAssets();
    assets.image(url);
    PendingImage.all[0]!.settle.failed(new Error('no such file'));
    expect(await assets.ready(1000)).toEqual([url]);
    expect(assets.image(url)).toMatchObject({ state: 'error', reason: 'failed' });
    assets.retry(url);
    PendingImage.all[1]!.settle.loaded();
    expect(await assets.ready(1000)).toEqual([]);
  });

  it('too large for the memory of a browser fail before they are decoded', async () => {
    const assets = new BrowserAssets();
    assets.image(url);
    const [bomb] = PendingImage.all;
    Object.assign(bomb!, { naturalWidth: 30_000, naturalHeight: 30_000 });
    bomb!.settle.loaded();
    expect(await assets.ready(1000)).toEqual([url]);
    expect(bomb).toMatchObject({ decodes: 0, src: '' });
  });

  it('that are drawings may name any size', async () => {
    const assets = new BrowserAssets();
    assets.image('/media/1/plan.svg');
    Object.assign(PendingImage.all[0]!, { naturalWidth: 30_000, naturalHeight: 30_000 }).settle.loaded();
    expect(await assets.ready(1000)).toEqual([]);
  });

  it('that never answer are given up after their own time', async () => {
    const assets = new BrowserAssets({ timeout: 5000 });
    assets.image(url);
    await vi.advanceTimersByTimeAsync(5001);
    expect(assets.image(url)).toMatchObject({ state: 'error', reason: 'timeout' });
  });

  it('have the time that is asked for, also when they load already, and when they are retried', async () => {
    const assets = new BrowserAssets();
    assets.preload([url]);
    await vi.advanceTimersByTimeAsync(1000);
    assets.image(url, { timeout: 3000 });
    await vi.advanceTimersByTimeAsync(1990);
    expect(assets.image(url).state).toBe('loading');
    await vi.advanceTimersByTimeAsync(20);
    expect(assets.image(url)).toMatchObject({ state: 'error', reason: 'timeout' });
    assets.retry(url);
    await vi.advanceTimersByTimeAsync(2990);
    expect(assets.image(url).state).toBe('loading');
    await vi.advanceTimersByTimeAsync(20);
    expect(assets.image(url).state).toBe('error');
  });

  it('stay as they were drawn when they arrive after ready() has given up', async () => {
    const assets = new BrowserAssets();
    assets.image(url);
    const waited = assets.ready(2000);
    await vi.advanceTimersByTimeAsync(2001);
    expect(await waited).toEqual([url]);
    PendingImage.all[0]!.settle.loaded();
    await vi.advanceTimersByTimeAsync(1);
    expect(assets.image(url).state).toBe('error');
  });

  it('asked for while waiting are waited for, too', async () => {
    const assets = new BrowserAssets();
    assets.image(url);
    const waited = assets.ready(2000);
    assets.image(`${url}2`);
    PendingImage.all[0]!.settle.loaded();
    await vi.advanceTimersByTimeAsync(10);
    PendingImage.all[1]!.settle.loaded();
    expect(await waited).toEqual([]);
    expect(assets.settled).toBe(true);
  });
});
