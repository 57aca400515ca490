import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * Serves folders on a free port.
 * @param places folders by the beginning of the address; the longest that fits is taken
 */
export async function serve(places: Record<string, string>): Promise<{ origin: string; server: Server }> {
  const prefixes = Object.keys(places).sort((a, b) => b.length - a.length);
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURI(request.url!.split('?')[0]!));
    const prefix = prefixes.find((one) => path.startsWith(one));
    try {
      const body = await readFile(join(places[prefix!]!, path.slice(prefix!.length)));
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
