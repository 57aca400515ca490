import type { ServerResponse } from 'node:http';

/** Put into the pages that the local CDN serves, and nowhere else. */
export const reloadTag = '<script src="/__local/reload.js" defer></script>';

/** Reloads after a build, and not when the connection merely broke and came back. */
const script = `(() => {
  const source = new EventSource('/__local/reload');
  source.addEventListener('built', () => location.reload());
})();
`;

/** A line now and then, so that nobody in between takes the connection for dead; ms. */
const beatMs = 25_000;

/** Tells open pages that there is a new build. */
export class Reload {
  private readonly pages = new Set<ServerResponse>();
  private readonly beat = setInterval(() => this.tell(': \n\n'), beatMs).unref();

  /** Answers what lies under /__local/; false for anything else there. */
  handle(path: string, res: ServerResponse): boolean {
    if (path === '/__local/reload.js') {
      res.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' });
      res.end(script);
      return true;
    }
    if (path !== '/__local/reload') return false;
    res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    res.write('retry: 1000\n\n');
    this.pages.add(res);
    res.on('close', () => this.pages.delete(res));
    return true;
  }

  built(): void {
    this.tell('event: built\ndata: {}\n\n');
  }

  private tell(text: string): void {
    for (const page of this.pages) page.write(text);
  }

  close(): void {
    clearInterval(this.beat);
    for (const page of this.pages) page.end();
  }
}
