/** A running service for the tests of this folder: a real HTTP server on a free port and the real SDK client. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { createS3, type S3Service } from './index.ts';

export const CREDENTIALS = { accessKeyId: 'AKIDLOCAL', secretAccessKey: 'local/secret+key' };
export const BUCKET = 'tenant-files';

export interface TestS3 {
  dir: string;
  endpoint: string;
  service: S3Service;
  client: S3Client;
  /** Another client of the same server. */
  connect(config?: S3ClientConfig): S3Client;
  /** Ends the server; with `keep` its folder stays for the next one. */
  stop(options?: { keep?: boolean }): Promise<void>;
}

export async function startS3(options: { dir?: string; clock?: () => Date } = {}): Promise<TestS3> {
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 's3-test-'));
  const service = createS3({ dir, credentials: CREDENTIALS, clock: options.clock });
  service.ensureBucket(BUCKET);
  const server = createServer((req, res) => service.handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients: S3Client[] = [];
  const connect = (config: S3ClientConfig = {}) => {
    const client = new S3Client({
      endpoint,
      region: 'us-east-1',
      credentials: CREDENTIALS,
      maxAttempts: 1,
      ...config,
    });
    clients.push(client);
    return client;
  };
  return {
    dir,
    endpoint,
    service,
    client: connect(),
    connect,
    stop: async ({ keep = false } = {}) => {
      for (const client of clients) client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
      if (!keep) rmSync(dir, { recursive: true });
    },
  };
}

/** What the SDK's error says: its code, and the HTTP status. */
export async function failure(promise: Promise<unknown>): Promise<{ code: string; status: number }> {
  try {
    await promise;
  } catch (error) {
    const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
    return { code: name, status: $metadata?.httpStatusCode ?? 0 };
  }
  throw new Error('The call succeeded where it should have been refused.');
}

/** Code and message of an error answer. */
export async function errorOf(
  response: Response,
): Promise<{ status: number; code: string; message: string }> {
  const text = await response.text();
  const element = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';
  return {
    status: response.status,
    code: element('Code'),
    message: element('Message').replaceAll('&quot;', '"'),
  };
}
