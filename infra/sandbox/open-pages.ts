import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';

/** Pages of the local cloud that are open now, each with a websocket on which it is told what changes. */
export class OpenPages {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: 1024 });

  get any(): boolean {
    return this.#server.clients.size > 0;
  }

  /** Takes a page's websocket; pages of other sites, whom no browser keeps from asking, are refused. */
  open(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { origin, host } = req.headers;
    if (origin !== undefined && origin !== `http://${host}`) {
      socket.destroy();
      return;
    }
    this.#server.handleUpgrade(req, socket, head, (opened) => {
      // One that goes away in the middle of something is no fault here.
      opened.on('error', () => undefined);
    });
  }

  tell(text: string): void {
    for (const page of this.#server.clients) if (page.readyState === page.OPEN) page.send(text);
  }

  close(): void {
    for (const page of this.#server.clients) page.terminate();
    this.#server.close();
  }
}
