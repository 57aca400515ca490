import { z } from 'zod';
import { defineEvent } from './define.ts';

const userId = 'usr_01J8Z3K4M5N6P7Q8R9S0T1V2W3';

/** Agents at their phones. What they are in is asked for: news of it may come late. */
export const phoneEvents = {
  /** A session at a phone began or ended; the entity is the session. */
  'phone.session.changed': defineEvent(z.object({ userId: z.string() }), { userId }),
  /** An agent is in another status; the entity is the agent. */
  'agent.status.changed': defineEvent(z.object({ status: z.string(), isAvailable: z.boolean() }), {
    status: 'lunch',
    isAvailable: false,
  }),
  /** An agent of a calling list that dials by itself may be free for the next lead; the entity is the agent. */
  'calling.agent.free': defineEvent(z.object({ listId: z.string() }), {
    listId: 'cll_01J8Z3K4M5N6P7Q8R9S0T1V2W3',
  }),
};
