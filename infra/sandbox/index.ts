import { mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { displayRoutes } from './display-pages.ts';
import { type Answer, json } from './http.ts';
import { optisigns } from './optisigns.ts';
import { outboxRoutes } from './outbox.ts';
import { OutboxStore } from './outbox-store.ts';
import { pictureRoutes } from './pictures.ts';
import { SignageStore } from './signage-store.ts';

export interface Sandbox {
  /** Answers a request of the product (as a third party) or of a person (the sandbox's own pages). */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): void;
}

export type Route = (request: IncomingMessage, url: URL) => Promise<Answer | undefined>;

/**
 * Stand-ins for third parties, in their own wire format, with pages that show what they received. State lies in
 * `dir` and survives a restart.
 */
export function createSandbox({ dir, publicOrigin }: { dir: string; publicOrigin: string }): Sandbox {
  mkdirSync(dir, { recursive: true });
  const database = new DatabaseSync(join(dir, 'sandbox.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000');
  const signage = new SignageStore(database);
  const routes: Route[] = [
    optisigns(signage),
    outboxRoutes(new OutboxStore(database)),
    displayRoutes(signage, publicOrigin),
    pictureRoutes,
  ];
  return {
    async handle(request, response) {
      const url = new URL(request.url ?? '/', 'http://sandbox');
      let answer: Answer | undefined;
      try {
        for (const route of routes) {
          answer = await route(request, url);
          if (answer) break;
        }
      } catch (error) {
        answer = json(500, {
          error: error instanceof Error ? error.message : 'The sandbox failed.',
          code: 'sandbox_failed',
        });
      }
      answer ??= json(404, { error: 'The sandbox has no such page.', code: 'not_found' });
      response.writeHead(answer.status, { 'cache-control': 'no-store', ...answer.headers });
      response.end(answer.body);
    },
    close: () => database.close(),
  };
}
