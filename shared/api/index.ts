import { auth } from './auth.ts';
import { content } from './content.ts';
import { signage } from './signage.ts';
import { system } from './system.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/**
 * The contract: every call of the product, by noun. A noun is one function in the cloud, `functions/<noun>/`.
 * The router, the browser's client, OpenAPI, the gateway's routes and the isolation test all read this object.
 */
export const api = { auth, content, signage, system, tenants, users };
export type Api = typeof api;
