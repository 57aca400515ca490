import { actor, currentUser } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, forbidden, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { isLimitedRole } from '#shared/model/permissions.ts';
import { onlyRecording, type RecordingComment, recordingLimits } from '#shared/model/recording.ts';
import { ownRecording } from './recording-marks.ts';
import { commentInsertion, commentRemoval, commentsOf } from './recording-store.ts';
import { recordedCall, recordingsOf } from './recordings.ts';

const view = ({ callId: _, ...comment }: Awaited<ReturnType<typeof commentsOf>>[number]): RecordingComment =>
  comment;

/** What was noted of a recording, in the order of its times. @throws 404 */
export async function listComments(callId: string): Promise<{ comments: RecordingComment[] }> {
  await recordedCall(callId);
  return { comments: (await commentsOf(callId)).map(view) };
}

interface NewComment {
  /** The first of the call when left out. */
  recordingId?: string | undefined;
  at: number;
  text: string;
}

/** The recording that is meant; one that was made elsewhere is the only one. @throws 404 */
async function meantRecording(callId: string, recordingId: string | undefined): Promise<string> {
  const { recordingUrl } = await recordedCall(callId);
  const isOwn = recordingUrl === ownRecording(callId);
  const recordings = isOwn ? await recordingsOf(callId) : [{ recordingId: onlyRecording }];
  const found = recordings.find((one) => recordingId === undefined || one.recordingId === recordingId);
  if (!found) throw notFound('The recording');
  return found.recordingId;
}

/** @throws 400 where there are too many; 404 */
export async function addComment(
  callId: string,
  { at, text, ...meant }: NewComment,
): Promise<RecordingComment> {
  const recordingId = await meantRecording(callId, meant.recordingId);
  if ((await commentsOf(callId)).length >= recordingLimits.comments)
    throw badRequest(`A recording has at most ${recordingLimits.comments} comments.`);
  const comment = {
    id: newId('rcm'),
    callId,
    recordingId,
    at,
    text,
    authorId: currentUser().userId,
    createdAt: clock.iso(),
  };
  await writeOne(commentInsertion(comment));
  return view(comment);
}

/** @throws 403 for an agent who removes somebody else's; 404 */
export async function removeComment(callId: string, commentId: string): Promise<void> {
  await recordedCall(callId);
  const comment = (await commentsOf(callId)).find(({ id }) => id === commentId);
  if (!comment) throw notFound('The comment');
  const who = actor();
  if (who.kind === 'user' && isLimitedRole(who.role) && comment.authorId !== who.userId)
    throw forbidden('You can remove your own comments.');
  await writeOne(commentRemoval(callId, commentId));
}
