/** What of the package `ws`, which brings no types, is used here. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { IncomingMessage } from 'node:http';
  import type { Duplex } from 'node:stream';

  export class WebSocket extends EventEmitter {
    constructor(url: string, protocol: string, options: { auth: string });
    readonly readyState: number;
    readonly OPEN: number;
    send(text: string): void;
    ping(): void;
    pong(): void;
    close(code?: number, reason?: string): void;
    terminate(): void;
    on(event: 'message', listener: (data: Buffer) => void): this;
    on(event: 'pong', listener: () => void): this;
    on(event: 'close', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
  }

  export class WebSocketServer extends EventEmitter {
    readonly clients: Set<WebSocket>;
    constructor(options: {
      noServer: true;
      /** Bytes of one message. */
      maxPayload?: number;
      handleProtocols?(protocols: Set<string>, request: IncomingMessage): string | false;
    });
    handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      opened: (socket: WebSocket) => void,
    ): void;
    close(): void;
  }
}
