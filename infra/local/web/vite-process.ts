/** Vite's development server, in a process of its own. Only the local cloud's front door reaches it. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';
import { answerRequests } from '../helper-process.ts';
import { projectRoot } from '../paths.ts';

export interface ViteRequest {
  /** Where it listens, on this machine alone. */
  port: number;
  /** Where browsers reach it: the product's own port. */
  publicPort: number;
}

/** Where the scripts are that plug-ins write into a page. */
const prefix = '/@inline/';

/**
 * Plug-ins write scripts into the page, such as the one that sets up fast refresh, and the content security policy
 * lets none run: each is moved to an address of its own.
 */
function inlineScripts(): Plugin {
  const scripts = new Map<string, string>();
  return {
    name: 'dealbell:inline-scripts',
    configureServer({ middlewares }) {
      middlewares.use((req, res, next) => {
        const script = scripts.get(req.url ?? '');
        if (script === undefined) return next();
        res.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' });
        res.end(script);
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(/<script type="module">([^<]*)<\/script>/g, (_, script: string) => {
          const path = `${prefix}${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
          scripts.set(path, script);
          return `<script type="module" src="${path}"></script>`;
        }),
    },
  };
}

async function serve({ port, publicPort }: ViteRequest): Promise<true> {
  const server = await createServer({
    configFile: join(projectRoot, 'vite.config.ts'),
    mode: 'development',
    logLevel: 'warn',
    clearScreen: false,
    plugins: [inlineScripts()],
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      hmr: { clientPort: publicPort },
      // Pages and functions share folders beside web/.
      fs: { allow: [projectRoot] },
    },
  });
  await server.listen();
  return true;
}

answerRequests(serve);
