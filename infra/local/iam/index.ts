import { appendFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { parseQuery, splitTarget } from '../aws-auth.ts';
import { AwsError } from '../aws-json.ts';
import { type Asked, type Grant, grantFor, policiesOf } from './policies.ts';
import { type Account, askedBy } from './requests.ts';

/** Where the local cloud keeps which grants were used, one a line: entry, action, resource. */
export const grantsFile = (stateDir: string): string => join(stateDir, 'grants-used.log');

export const grantLine = (entry: string, { action, resource }: Pick<Grant, 'action' | 'resource'>): string =>
  `${entry}\t${action}\t${resource}`;

export interface AccessOptions extends Account {
  stateDir: string;
  /** Told of what was denied. */
  fault(line: string): void;
}

const tokenHeader = 'x-amz-security-token';

/**
 * Who calls, by the session token that a function is given as Lambda gives one: here it is the function's name. None
 * for what the local cloud itself asks for.
 */
export function callerOf(req: IncomingMessage): string | undefined {
  const header = req.headers[tokenHeader];
  if (header) return String(header);
  const { query } = splitTarget(req.url ?? '/');
  if (!query.toLowerCase().includes(tokenHeader)) return undefined;
  try {
    return parseQuery(query).find(([name]) => name.toLowerCase() === tokenHeader)?.[1];
  } catch {
    return undefined;
  }
}

/** IAM on one machine: what a function asks for is allowed by the policies of its own role, or denied. */
export class Access {
  private readonly options: AccessOptions;
  private readonly grants: Map<string, Grant[]>;
  private readonly entries: Map<string, string>;
  private readonly allowed = new Map<string, Grant>();
  private readonly used = new Set<string>();

  constructor(options: AccessOptions) {
    this.options = options;
    this.grants = policiesOf(options.cloud);
    this.entries = new Map(
      options.cloud
        .ofType('AWS::Lambda::Function')
        .map(({ name, metadata }) => [name, String(metadata['dealbell:entry'])]),
    );
  }

  /** @throws AwsError AccessDenied, as the service words it */
  check(caller: string, asked: Asked): void {
    const { action, resources, context } = asked;
    // The same is asked for again and again; conditions look at the context, which is part of the question.
    const question = `${caller}\n${action}\n${resources.join()}\n${context ? JSON.stringify(context) : ''}`;
    const known = this.allowed.get(question);
    if (known) return;
    const grant = grantFor(this.grants.get(caller) ?? [], asked);
    const entry = this.entries.get(caller) ?? caller;
    if (!grant) {
      const sentence = `${entry} is not authorized to perform ${action} on resource ${resources[0]}: no policy of its role allows it.`;
      this.options.fault(sentence);
      throw new AwsError('AccessDeniedException', sentence, 403);
    }
    if (this.allowed.size > 10_000) this.allowed.clear();
    this.allowed.set(question, grant);
    this.note(grantLine(entry, grant));
  }

  /** @throws AwsError AccessDenied for a request of a function to a service that speaks JSON */
  checkRequest(service: string, req: IncomingMessage, body: Buffer): void {
    const caller = callerOf(req);
    if (caller) for (const asked of askedBy(service, req, body, this.options)) this.check(caller, asked);
  }

  private note(line: string): void {
    if (this.used.has(line)) return;
    this.used.add(line);
    appendFileSync(grantsFile(this.options.stateDir), `${line}\n`);
  }
}
