import { routesOf } from '#functions/kernel/http.ts';
import { calls } from '#shared/api/calls.ts';
import type { Call } from '#shared/model/call.ts';
import { changeCall, setStatus, transferCall } from './change.ts';
import { callDisposed } from './disposed-hook.ts';
import { exportCalls } from './export.ts';
import { passedOverFor } from './number-draws.ts';
import { activeCalls, callOr404, callsOfNumber, discreet, listCalls } from './read.ts';
import { addComment, listComments, removeComment } from './recording-comments.ts';
import { readRecordingSettings } from './recording-store.ts';
import { hearRecording } from './recordings.ts';
import { updateRecordingSettings } from './retention.ts';
import { callStatistics, callStats } from './stats.ts';
import { askForTranscript, readTranscripts } from './transcripts/read.ts';
import { createCall } from './write.ts';

const r = routesOf(calls);

/** A call as the actor may see it. */
const asActorSees = async (call: Promise<Call>): Promise<Call> => (await discreet([await call]))[0]!;

/** With what follows from a disposition, where it was given. */
async function disposed(call: Promise<Call>, given: string | undefined): Promise<Call> {
  const after = await call;
  if (given) await callDisposed.run(after);
  return after;
}

export const routes = r.router({
  list: r.list.handler(({ input: { limit, cursor, ...filter } }) => listCalls(filter, { limit, cursor })),
  create: r.create.handler(({ input }) => asActorSees(disposed(createCall(input), input.disposition))),
  stats: r.stats.handler(({ input }) => callStats(input)),
  statistics: r.statistics.handler(({ input }) => callStatistics(input)),
  active: r.active.handler(async () => ({ calls: await activeCalls() })),
  search: r.search.handler(({ input: { phone, ...page } }) => callsOfNumber(phone, page)),
  export: r.export.handler(({ input }) => exportCalls(input)),
  recordingSettings: r.recordingSettings.handler(() => readRecordingSettings()),
  updateRecordingSettings: r.updateRecordingSettings.handler(({ input: { version, ...changes } }) =>
    updateRecordingSettings(changes, version),
  ),
  hearRecording: r.hearRecording.handler(({ input }) => hearRecording(input.id)),
  readTranscripts: r.readTranscripts.handler(({ input }) => readTranscripts(input.id)),
  makeTranscript: r.makeTranscript.handler(async ({ input: { id, recordingId } }) => {
    await askForTranscript(id, recordingId);
    return { message: 'The transcript is being made.' };
  }),
  comments: r.comments.handler(({ input }) => listComments(input.id)),
  addComment: r.addComment.handler(({ input: { id, ...comment } }) => addComment(id, comment)),
  removeComment: r.removeComment.handler(async ({ input: { id, commentId } }) => {
    await removeComment(id, commentId);
    return { message: 'The comment has been removed.' };
  }),
  get: r.get.handler(async ({ input }) => ({
    ...(await asActorSees(callOr404(input.id))),
    numberPassedOver: await passedOverFor(input.id),
  })),
  update: r.update.handler(({ input: { id, version, ...changes } }) =>
    asActorSees(disposed(changeCall(id, changes, version), changes.disposition)),
  ),
  transfer: r.transfer.handler(({ input }) => asActorSees(transferCall(input.id, input.agentId))),
  setStatus: r.setStatus.handler(({ input }) =>
    asActorSees(disposed(setStatus(input.id, input.status, input.disposition), input.disposition)),
  ),
});
