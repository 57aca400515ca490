import { routesOf } from '#functions/kernel/http.ts';
import { pbx } from '#shared/api/pbx/index.ts';
import { heartbeat, signOut } from './keep.ts';
import { listSessions } from './list.ts';
import { startSession } from './start.ts';

const r = routesOf(pbx);

export const sessions = {
  listPhoneSessions: r.listPhoneSessions.handler(({ input }) => listSessions(input)),
  startPhoneSession: r.startPhoneSession.handler(({ input }) => startSession(input.device)),
  phoneHeartbeat: r.phoneHeartbeat.handler(({ input }) => heartbeat(input.id)),
  endPhoneSession: r.endPhoneSession.handler(({ input }) => signOut(input.id)),
};
