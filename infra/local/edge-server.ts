import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sandbox } from '#infra/sandbox/index.ts';
import { bucketOrigin } from './buckets.ts';
import { type Cdn, createCdn } from './cdn/index.ts';
import type { Origin } from './edge.ts';
import { edgeHandler } from './front-door.ts';
import type { Functions } from './functions/index.ts';
import { createGateway } from './gateway/index.ts';
import type { S3Service } from './s3/index.ts';
import type { CloudDescription } from './template/template.ts';
import type { DevServer } from './web/dev-server.ts';
import type { Reload } from './web/reload.ts';

export interface EdgeOptions {
  description: CloudDescription;
  accountId: string;
  region: string;
  /** Where a browser reaches the buckets. */
  filesUrl: string;
  functions: Functions;
  s3: S3Service;
  /** The current value of a secret. */
  secret(id: string): string;
  /** What stands in for the web bucket. */
  web: Origin;
  log(line: string): void;
}

/** The CDN of the template before its gateway and buckets. */
export function createEdge(options: EdgeOptions): Cdn {
  const { description, accountId, region, functions, s3, secret, web, filesUrl, log } = options;
  const origins = createGateway(description, {
    accountId,
    region,
    invoke: (arn, event) => functions.invoke(arn, event),
  });
  const buckets = description.ofType('AWS::S3::Bucket');
  const domainOf = (bucket: string) => `${bucket}.s3.${region}.amazonaws.com`;
  for (const { name, metadata } of buckets) {
    const isWeb = metadata['dealbell:files'] !== undefined;
    origins.set(domainOf(name), isWeb ? web : bucketOrigin(s3, name));
  }
  const distribution = description.ofType('AWS::CloudFront::Distribution')[0];
  if (!distribution)
    throw new Error('The template has no CloudFront distribution, so there is no front door.');
  const rewriteHeader = (value: string) =>
    buckets.reduce((text, { name }) => text.replaceAll(`https://${domainOf(name)}`, filesUrl), value);
  return createCdn({ cloud: description, distribution, origins, rewriteHeader, secret, log });
}

export interface FrontOptions {
  cdn: Cdn;
  sandbox: Sandbox;
  reload: Reload;
  /** In development: what Vite answers itself. */
  dev?: DevServer | undefined;
  log(line: string): void;
}

/** What answers on the product's port: the CDN, the pages of the sandbox, and what reloads open pages. */
export function frontHandler({ cdn, sandbox, reload, dev, log }: FrontOptions) {
  const throughCdn = edgeHandler((request) => cdn.answer(request), log);
  return (req: IncomingMessage, res: ServerResponse): unknown => {
    const path = (req.url ?? '/').split('?')[0]!;
    if (path.startsWith('/__local/') && reload.handle(path, res)) return undefined;
    if (/^\/(display|sandbox)(\/|$)/.test(path)) return sandbox.handle(req, res);
    if (dev?.handle(req, res)) return undefined;
    return throughCdn(req, res);
  };
}
