import { statSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join, normalize } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type EdgeRequest, type EdgeResponse, jsonAnswer, type Origin } from '../edge.ts';
import { freePort } from '../front-door.ts';
import type { Guardian } from '../guardian.ts';
import { HelperProcess } from '../helper-process.ts';
import { projectRoot } from '../paths.ts';
import type { ViteRequest } from './vite-process.ts';

export interface DevServerOptions {
  /** Where people reach the product. */
  publicPort: number;
  guardian: Guardian;
  log(line: string): void;
}

/** Vite between the front door and the sources of the pages. */
export interface DevServer {
  /** In place of the web bucket: the pages as Vite makes them, with the CDN's headers put on them. */
  origin: Origin;
  /** Answers what only Vite has, such as modules; false for anything else. */
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  /** Hands on the connection by which Vite tells open pages of edits. */
  upgrade(req: IncomingMessage, socket: Socket, head: Buffer): void;
  close(): Promise<void>;
}

const web = join(projectRoot, 'web');
/** Pages of web/, which the CDN asks its origin for; everything else of it is a module or a file. */
const pages = new Set(['/index.html', '/sign.html']);

/** Whether the address is one of Vite's own or of a file below web/ that is no page. */
export function isVites(path: string): boolean {
  if (path.startsWith('/@') || path.startsWith('/node_modules/')) return true;
  if (pages.has(path) || !path.includes('.')) return false;
  return [web, join(web, 'public')].some((folder) => {
    const file = normalize(join(folder, path));
    return file.startsWith(folder) && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  });
}

/** Starts Vite's development server behind the product's port. @throws Error when it does not start */
export async function startDevServer({ publicPort, guardian, log }: DevServerOptions): Promise<DevServer> {
  const port = await freePort();
  const helper = new HelperProcess<ViteRequest, true>({
    script: new URL('./vite-process.ts', import.meta.url),
    name: 'web',
    guardian,
    // The tests that start it are no test mode of the pages.
    env: { NODE_ENV: 'development', VITEST: '' },
    log,
  });
  await helper.ask({ port, publicPort });
  const open = new Set<Socket>();

  const ask = (req: { method?: string | undefined; path: string; headers: IncomingMessage['headers'] }) =>
    request({ host: '127.0.0.1', port, ...req });

  return {
    async origin({ path, query, headers }: EdgeRequest): Promise<EdgeResponse> {
      if (!pages.has(path)) return jsonAnswer(403, { error: 'There is no such file.', code: 'not_found' });
      const asked = ask({
        path: query ? `${path}?${query}` : path,
        headers: { ...headers, host: `localhost:${publicPort}`, accept: 'text/html' },
      });
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        asked.on('response', resolve).on('error', reject).end();
      });
      return {
        status: answer.statusCode ?? 502,
        headers: { 'content-type': String(answer.headers['content-type']), 'cache-control': 'no-store' },
        body: await buffer(answer),
      };
    },
    handle(req, res) {
      const path = req.url ?? '/';
      if (!isVites(path.split('?')[0]!)) return false;
      const asked = ask({ method: req.method, path, headers: req.headers });
      asked.on('response', (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      });
      asked.on('error', () => (res.headersSent ? res.destroy() : res.writeHead(502).end()));
      req.pipe(asked);
      return true;
    },
    upgrade(req, socket, head) {
      const vite = connect(port, '127.0.0.1', () => {
        const headers = Object.entries(req.headersDistinct).flatMap(([name, values]) =>
          (values ?? []).map((value) => `${name}: ${value}`),
        );
        vite.write(`${req.method} ${req.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
        vite.write(head);
        vite.pipe(socket).pipe(vite);
      });
      for (const end of [vite, socket]) {
        open.add(end);
        end.on('error', () => undefined);
        end.on('close', () => {
          open.delete(end);
          vite.destroy();
          socket.destroy();
        });
      }
    },
    async close() {
      for (const socket of open) socket.destroy();
      await helper.close();
    },
  };
}
