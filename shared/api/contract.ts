import { oc } from '@orpc/contract';
import { z } from 'zod';
import type { Permission } from '#shared/model/permissions.ts';
import '#shared/model/plain-issues.ts';

/** Roles of a tenant, and the platform operator who alone may name another tenant. */
export const roles = ['admin', 'agent', 'vendor', 'operator'] as const;
export type Role = (typeof roles)[number];

/**
 * Who may make a call. 'public' needs no sign-in; 'signed-in' any role; otherwise whoever has the permission, by role
 * or by grant: see `shared/model/permissions.ts`.
 */
export type Access = 'public' | 'signed-in' | Permission;

export interface CallMeta {
  access: Access;
  /** Also in a workspace whose trial is over, though it is no GET: it only reads. */
  afterTrial?: boolean;
  /** A second file or a redirect leaves here: the answer is not JSON. */
  binary?: boolean;
  /** Pages of any other site may call it: the answer says so, and OPTIONS is answered. For public calls alone. */
  crossOrigin?: boolean;
  [key: string]: unknown;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

// A call that names no access would be the most guarded one there is.
const base = oc.$meta<CallMeta>({ access: 'tenants.create' });

/**
 * One call of the contract. `path` is below /api; `{x}` is one path segment. Path, query (GET, DELETE)
 * or body (the others) arrive as one flat input object.
 */
export function route(
  method: Method,
  path: `/${string}`,
  access: Access,
  summary: string,
  options: {
    status?: number;
    detailed?: boolean;
    binary?: boolean;
    crossOrigin?: boolean;
    afterTrial?: boolean;
  } = {},
) {
  return base
    .route({
      method,
      path,
      summary,
      tags: [path.split('/')[1] ?? ''],
      successStatus: options.status ?? 200,
      inputStructure: options.detailed ? 'detailed' : 'compact',
    })
    .meta({
      access,
      ...(options.binary ? { binary: true } : {}),
      ...(options.crossOrigin ? { crossOrigin: true } : {}),
      ...(options.afterTrial ? { afterTrial: true } : {}),
    });
}

/** `?page,limit` as the specification's lists take them; `cursor` goes on from an answer's `nextCursor`. */
export function pageQuery(defaultLimit: number, maxLimit = 500) {
  return {
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(maxLimit).default(defaultLimit),
  };
}

/** The paging part of a list's answer. */
export const pageInfo = z.object({
  page: z.number().int(),
  limit: z.number().int(),
  total: z.number().int(),
  pages: z.number().int(),
});

/** What became of one of many, in the answer of a call that does one thing to each of them. */
export const outcome = z.object({
  success: z.boolean(),
  reason: z.string().describe('why not; empty where it was done'),
});
export const outcomeCounts = z.object({ successful: z.number().int(), failed: z.number().int() });

/**
 * Ids carry their kind: `usr_01J…`. The length bound keeps a hostile id out of keys and logs.
 * @param earlier a prefix that earlier versions gave
 */
export const id = (prefix: string, earlier?: string) => {
  const pattern = [prefix, ...(earlier ? [earlier] : [])].map((one) => `^${one}_[0-9A-Za-z_-]+$`).join('|');
  return z.string().max(64).regex(new RegExp(pattern), `This is not the id of ${prefix}.`);
};

export const timestamp = z.iso.datetime().describe('ISO 8601 in UTC');

/** Tenants are numbered from 1, the default tenant (document 001, section 9). */
export const tenantId = z.coerce.number().int().min(1).max(2_147_483_647);

/** What every failing call answers. */
export const errorAnswer = z.object({
  error: z.string().describe('a sentence a person understands'),
  code: z.string().describe('stable, for programs'),
  details: z.unknown().optional(),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;

export const message = z.object({ message: z.string() });
