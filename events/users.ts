import { z } from 'zod';
import { defineEvent } from './define.ts';

const who = z.object({ userId: z.string(), username: z.string() });

export const userEvents = {
  'user.created': defineEvent(who.extend({ role: z.string() }), {
    userId: 'usr_01J8Z3K4M5N6P7Q8R9S0T1V2W3',
    username: 'anna',
    role: 'agent',
  }),
  'user.updated': defineEvent(who.extend({ changed: z.array(z.string()) }), {
    userId: 'usr_01J8Z3K4M5N6P7Q8R9S0T1V2W3',
    username: 'anna',
    changed: ['role'],
  }),
  'user.removed': defineEvent(who, { userId: 'usr_01J8Z3K4M5N6P7Q8R9S0T1V2W3', username: 'anna' }),
};
