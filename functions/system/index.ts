import { queuesOfExchange } from '#functions/agentStatus/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { queuesOfAgents } from '#functions/pbx/api.ts';
import { docsPage } from './docs.ts';
import { openApi } from './openapi.ts';
import { routes } from './routes.ts';

/** The contract as data and as a page; both change only with a deployment. */
const documents: Record<string, () => Promise<{ type: string; body: string }>> = {
  '/api/openapi.json': async () => ({ type: 'application/json', body: JSON.stringify(await openApi()) }),
  '/api/docs': async () => ({ type: 'text/html; charset=utf-8', body: await docsPage() }),
};

queuesOfExchange.register(queuesOfAgents);

export const handler = noun(routes, {
  document(event) {
    const made = event.requestContext.http.method === 'GET' ? documents[event.rawPath]?.() : undefined;
    return made?.then(({ type, body }) => ({
      statusCode: 200,
      headers: {
        'content-type': type,
        'cache-control': 'no-cache',
        // The page has its style within and nothing else.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      },
      body,
    }));
  },
});
