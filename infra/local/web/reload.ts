import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { OpenPages } from '../../sandbox/open-pages.ts';

/** Put into the pages that the local CDN serves, and nowhere else. */
export const reloadTag = '<script src="/__local/reload.js" defer></script>';

/**
 * Reloads after a build, and not when the connection merely broke and came back. A websocket, as a browser keeps no more
 * than six connections of HTTP to one place: a stream in each page would leave none for calls.
 */
const script = `(() => {
  const connect = () => {
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/__local/reload');
    socket.onmessage = () => location.reload();
    socket.onclose = () => setTimeout(connect, 1000);
  };
  connect();
})();
`;

const path = '/__local/reload';

/** Tells open pages that there is a new build. */
export class Reload {
  private readonly pages = new OpenPages();

  /** Answers what lies under /__local/; false for anything else there. */
  handle(asked: string, res: ServerResponse): boolean {
    if (asked !== `${path}.js`) return false;
    res.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' });
    res.end(script);
    return true;
  }

  /** Takes the websocket of a page; false for any other. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    if (req.url !== path) return false;
    this.pages.open(req, socket, head);
    return true;
  }

  built(): void {
    this.pages.tell('built');
  }

  close(): void {
    this.pages.close();
  }
}
