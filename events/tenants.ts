import { z } from 'zod';
import { defineEvent } from './define.ts';

export const tenantEvents = {
  'tenant.created': defineEvent(z.object({ name: z.string(), plan: z.string() }), {
    name: 'Northwind Solar',
    plan: 'trial',
  }),
  'tenant.updated': defineEvent(z.object({ changed: z.array(z.string()) }), { changed: ['timeZone'] }),
};
