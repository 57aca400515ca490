import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { splitTarget } from './aws-auth.ts';
import { BodyTooLarge, type EdgeRequest, type EdgeResponse, jsonAnswer } from './edge.ts';
import { StartError } from './state.ts';

export type Answer = (request: EdgeRequest) => Promise<EdgeResponse>;

/** Reads a body once, and no further than the limit. */
function bodyReader(req: IncomingMessage): EdgeRequest['body'] {
  let read: Promise<Buffer> | undefined;
  return (limit) => {
    if (Number(req.headers['content-length'] ?? 0) > limit) return Promise.reject(new BodyTooLarge());
    read ??= (async () => {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of req as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > limit) throw new BodyTooLarge();
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    })();
    return read;
  };
}

function edgeRequest(req: IncomingMessage, signal: AbortSignal): EdgeRequest {
  const { path, query } = splitTarget(req.url ?? '/');
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(req.headersDistinct))
    if (values) headers[name] = values.join(name === 'cookie' ? '; ' : ',');
  const sourceIp = (req.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  return { method: req.method ?? 'GET', path, query, headers, sourceIp, body: bodyReader(req), signal };
}

/** Headers that Node sets itself for the connection. */
const ownHeaders = new Set(['connection', 'transfer-encoding', 'keep-alive']);

async function send(req: IncomingMessage, res: ServerResponse, response: EdgeResponse): Promise<void> {
  for (const [name, value] of Object.entries(response.headers))
    if (!ownHeaders.has(name)) res.setHeader(name, value);
  if (response.cookies?.length) res.setHeader('set-cookie', response.cookies);
  res.writeHead(response.status);
  // What nobody read of the request is read away, or the caller would never come to read the answer.
  req.resume();
  if (Buffer.isBuffer(response.body)) res.end(req.method === 'HEAD' ? undefined : response.body);
  else await pipeline(response.body, res);
}

/** Hands each HTTP request to `answer`, and the answer to the caller. */
export function edgeHandler(answer: Answer, log: (line: string) => void) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    try {
      await send(req, res, await answer(edgeRequest(req, gone.signal)));
    } catch (error) {
      if (res.headersSent || res.destroyed) {
        // An answer that was begun and then failed must not look complete.
        res.destroy();
        return;
      }
      log(`${req.method} ${req.url} failed: ${(error as Error).stack}`);
      await send(
        req,
        res,
        jsonAnswer(500, { error: 'The local cloud failed; its terminal tells why.', code: 'local' }),
      );
    }
  };
}

export interface Listening {
  port: number;
  close(): Promise<void>;
}

/** A port that nobody uses at the moment. */
export async function freePort(): Promise<number> {
  const door = await listenOn(() => undefined, 0, '127.0.0.1');
  const { port } = door.address() as AddressInfo;
  await close([door]);
  return port;
}

type Handler = (req: IncomingMessage, res: ServerResponse) => unknown;

type Upgrade = (req: IncomingMessage, socket: Socket, head: Buffer) => void;

function listenOn(handler: Handler, port: number, host: string, upgrade?: Upgrade): Promise<Server> {
  const server = createServer((req, res) => void handler(req, res));
  if (upgrade) server.on('upgrade', (req, socket, head) => upgrade(req, socket as Socket, head));
  server.requestTimeout = 0;
  server.keepAliveTimeout = 30_000;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/** @throws StartError with one sentence when the port is taken */
export function portError(error: unknown, port: number): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(
      `Port ${port} is in use; end what uses it, or choose another with PORT=3100 npm start.`,
    );
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be used by this user; choose another with PORT.`);
  return error as Error;
}

/**
 * Listens on this machine alone, under both of its loopback addresses, because `localhost` may mean either; or on
 * the one host that is given.
 * @throws StartError when the port is taken
 */
export async function listen(
  handler: Handler,
  port: number,
  host?: string,
  upgrade?: Upgrade,
): Promise<Listening> {
  const servers: Server[] = [];
  try {
    servers.push(await listenOn(handler, port, host ?? '127.0.0.1', upgrade));
    const bound = (servers[0]!.address() as AddressInfo).port;
    if (!host) {
      try {
        servers.push(await listenOn(handler, bound, '::1', upgrade));
      } catch (error) {
        // A machine without IPv6 has no second address.
        if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? ''))
          throw error;
      }
    }
    return { port: bound, close: () => close(servers) };
  } catch (error) {
    await close(servers);
    throw portError(error, port);
  }
}

async function close(servers: Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  );
}
