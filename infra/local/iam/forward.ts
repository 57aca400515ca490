import { Agent, request } from 'node:http';
import { type Handle, readBody } from '../aws-json.ts';

/**
 * Hands a request on to another server of this machine as it came: the signature in it covers its own Host, which is
 * kept. `prefix` stands before its path there.
 */
export function forwardTo(origin: string, prefix = ''): { handle: Handle; close(): void } {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(origin);
  return {
    close: () => agent.destroy(),
    handle: async (req, res) => {
      const body = await readBody(req, 32 * 1024 * 1024);
      await new Promise<void>((resolve, reject) => {
        const { method, headers, url } = req;
        const onward = request(
          { agent, hostname, port, method, headers, path: `${prefix}${url}` },
          (answer) => {
            res.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(res);
            answer.on('end', resolve);
            answer.on('error', reject);
          },
        );
        onward.on('error', reject);
        onward.end(body);
      });
    },
  };
}
