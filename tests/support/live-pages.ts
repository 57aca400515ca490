import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** What `withoutPolls` puts into a page. */
    pushTest: { cut(): void; mend(): void; connected(): number };
  }
}

/**
 * A page that asks for nothing by a timer, so that it was told of what it then shows; and whose websockets the test cuts
 * and keeps from coming back, as a network does.
 */
export const withoutPolls = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const setNative = window.setInterval.bind(window);
    window.setInterval = ((callback: () => void, ms: number) =>
      ms >= 1_000 ? 0 : setNative(callback, ms)) as typeof window.setInterval;
    const setNativeTimeout = window.setTimeout.bind(window);
    window.setTimeout = ((callback: () => void, ms = 0) =>
      ms >= 4_000 ? 0 : setNativeTimeout(callback, ms)) as typeof window.setTimeout;
    const Native = window.WebSocket;
    const open = new Set<WebSocket>();
    let isCut = false;
    window.WebSocket = class extends Native {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        open.add(this);
        if (isCut) this.close();
      }
    };
    window.pushTest = {
      cut() {
        isCut = true;
        for (const socket of open) socket.close();
        open.clear();
      },
      connected: () => [...open].filter((socket) => socket.readyState === Native.OPEN).length,
      mend() {
        isCut = false;
      },
    };
  });

/** Comes once the page, which is opened after this, listens to its first channel. */
export const listening = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('subscribe_success')) resolve();
      }),
    );
  });
