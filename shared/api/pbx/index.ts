import { agents } from './agents.ts';
import { callbacks } from './callbacks.ts';
import { callControl } from './calls.ts';
import { dispositions } from './dispositions.ts';
import { emergency } from './emergency.ts';
import { extensions } from './extensions.ts';
import { leaderboard } from './leaderboard.ts';
import { queues } from './queues.ts';
import { sessions } from './sessions.ts';
import { voicemail } from './voicemail.ts';

/** The telephone exchange of a tenant: each part of it is a file of this folder. */
export const pbx = {
  ...agents,
  ...extensions,
  ...emergency,
  ...queues,
  ...callbacks,
  ...dispositions,
  ...sessions,
  ...leaderboard,
  ...voicemail,
  ...callControl,
};
