import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { noun } from '#functions/kernel/http.ts';
import { docsPage } from './docs.ts';
import { openApi } from './openapi.ts';
import { routes } from './routes.ts';

const calls = noun(routes);

/** The contract as data and as a page; both change only with a deployment. */
const documents: Record<string, () => Promise<{ type: string; body: string }>> = {
  '/api/openapi.json': async () => ({ type: 'application/json', body: JSON.stringify(await openApi()) }),
  '/api/docs': async () => ({ type: 'text/html; charset=utf-8', body: await docsPage() }),
};

export const handler = async (event: APIGatewayProxyEventV2, context: Context) => {
  const document = event.requestContext.http.method === 'GET' ? documents[event.rawPath] : undefined;
  if (!document) return calls(event, context);
  const { type, body } = await document();
  const headers = {
    'content-type': type,
    'cache-control': 'no-cache',
    // The page has its style within and nothing else.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  };
  return { statusCode: 200, headers, body };
};
