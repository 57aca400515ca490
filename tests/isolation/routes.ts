import type { AnyContractProcedure } from '@orpc/contract';
import type { CallMeta } from '#shared/api/contract.ts';
import { api } from '#shared/api/index.ts';

export interface Route {
  /** `GET /users/{id}` */
  name: string;
  noun: string;
  method: string;
  path: string;
  meta: CallMeta;
  procedure: AnyContractProcedure;
  /** Path parameters in their order. */
  params: string[];
}

/** Every call of the contract: a route added there is tested here without another line. */
export const routes: Route[] = Object.entries(api).flatMap(([noun, calls]) =>
  Object.values(calls as Record<string, AnyContractProcedure>).map((procedure) => {
    const { method = 'POST', path = '/' } = procedure['~orpc'].route;
    return {
      name: `${method} ${path}`,
      noun,
      method,
      path,
      meta: procedure['~orpc'].meta as CallMeta,
      procedure,
      params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    };
  }),
);
