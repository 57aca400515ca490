import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type AwsCredentials, credentialScope, SignatureError, verifySignature } from './aws-auth.ts';
import { AwsError, asAwsError, type Clock, type Handle, readBody, sendJson } from './aws-json.ts';

export interface AwsServerOptions {
  /**
   * A handler for each service, by the name in SigV4 credential scopes: s3, sqs, events, scheduler,
   * kms, secretsmanager, mediaconvert. Those other than s3 read their body with `readBody`, because
   * it has been read here to verify its signature; s3 verifies for itself, as it streams.
   */
  services: Record<string, Handle>;
  credentials: AwsCredentials;
  region?: string;
  /** Refuses what the caller may not do, by its policies; nothing is refused without it. S3 asks for itself. */
  authorize?(service: string, req: IncomingMessage, body: Buffer): void;
  /** Takes websockets over; without it there are none. */
  upgrade?(req: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Services that verify signatures themselves. */
  verifiesItself?: readonly string[];
  /** What the age of a signature is measured against; real time unless told otherwise. */
  clock?: Clock;
}

export interface AwsServer {
  readonly server: Server;
  /** @returns the address, e.g. `http://127.0.0.1:3001`. */
  listen(port?: number, host?: string): Promise<string>;
  /** Stops listening and drops the connections that are still open. */
  close(): Promise<void>;
}

const SIGNATURE_CODES: Partial<Record<SignatureError['reason'], [code: string, status: number]>> = {
  'unknown-key': ['UnrecognizedClientException', 403],
  malformed: ['IncompleteSignatureException', 400],
  'query-malformed': ['IncompleteSignatureException', 400],
  missing: ['MissingAuthenticationTokenException', 403],
};

function signatureRefused(error: SignatureError): AwsError {
  const [code, status] = SIGNATURE_CODES[error.reason] ?? ['InvalidSignatureException', 403];
  const message =
    error.reason === 'unknown-key' ? 'The security token included in the request is invalid.' : error.message;
  return new AwsError(code, message, status);
}

function refuse(res: ServerResponse, thrown: unknown): void {
  const error = asAwsError(thrown instanceof SignatureError ? signatureRefused(thrown) : thrown);
  sendJson(
    res,
    error.status,
    { __type: error.code, message: error.message },
    { 'x-amzn-errortype': error.code },
  );
}

async function dispatch(options: AwsServerOptions, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const service = credentialScope(req)?.service ?? 's3';
  const handle = Object.hasOwn(options.services, service) ? options.services[service] : undefined;
  if (!handle)
    throw new AwsError(
      'UnknownService',
      `The local cloud has no service named "${service}"; it has ${Object.keys(options.services).join(', ')}.`,
    );
  if (service !== 's3') {
    const body = await readBody(req);
    if (!options.verifiesItself?.includes(service)) verify(options, service, req, body);
    options.authorize?.(service, req, body);
  }
  await handle(req, res);
}

function verify(options: AwsServerOptions, service: string, req: IncomingMessage, body: Buffer): void {
  verifySignature(req, {
    credentials: options.credentials,
    now: options.clock?.() ?? new Date(),
    service,
    region: options.region,
    payloadHash: createHash('sha256').update(body).digest('hex'),
    pathEncoding: 'twice',
  });
}

/** The one HTTP endpoint of all local AWS services: chooses the service by who the request was signed for. */
export function createAwsServer(options: AwsServerOptions): AwsServer {
  const server = createServer((req, res) => {
    dispatch(options, req, res).catch((error) => {
      refuse(res, error);
      // An answer that was begun and then failed must not look complete.
      if (!res.writableEnded) res.destroy();
    });
  });
  const { upgrade } = options;
  if (upgrade) server.on('upgrade', (req, socket, head) => upgrade(req, socket, head));
  // Uploads and long polls end by their own rules, not after Node's five minutes.
  server.requestTimeout = 0;
  return {
    server,
    listen(port = 0, host = '127.0.0.1') {
      return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve(`http://${host}:${(server.address() as AddressInfo).port}`);
        });
      });
    },
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
