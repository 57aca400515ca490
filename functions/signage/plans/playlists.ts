import { type Content, ensurePublished, showables } from '#functions/content/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict } from '#functions/kernel/errors.ts';
import { assertMayLeave } from '#functions/tenants/api.ts';
import type { PlaylistAnswer } from '#shared/api/signage-plans.ts';
import { type PlaylistFields, type PlaylistItem, signageLimits } from '#shared/model/signage/entities.ts';
import { followPlans } from '../reconcile.ts';
import { addPart, changePart, dropPart, partOr404 } from './parts.ts';
import { type Part, partsOf } from './store.ts';

const what = 'The playlist';

function answer({ partId, body, version }: Part<'playlist'>, contents: Map<string, Content>): PlaylistAnswer {
  return {
    id: partId,
    ...body,
    version,
    contents: body.items.map(({ id, refId, kind }) => {
      const content = contents.get(refId);
      return {
        id,
        name: content?.name ?? (kind === 'project' ? 'A removed project' : 'A removed file'),
        state: content?.show ? 'ready' : 'missing',
        thumbnailUrl: content?.thumbnailUrl ?? null,
      };
    }),
  };
}

const contentsOf = (parts: Part<'playlist'>[]) =>
  showables(parts.flatMap(({ body }) => body.items.map(({ refId }) => refId)));

const answerOne = async (part: Part<'playlist'>) => answer(part, await contentsOf([part]));

export async function listPlaylists(): Promise<PlaylistAnswer[]> {
  const parts = await partsOf('playlist');
  const contents = await contentsOf(parts);
  return parts.map((part) => answer(part, contents)).sort((a, b) => a.name.localeCompare(b.name));
}

export const getPlaylist = async (id: string): Promise<PlaylistAnswer> =>
  answerOne(await partOr404('playlist', id, what));

/**
 * What is new in a playlist must be there, and a project is published, for a player knows its public address only.
 * What was in it before may have gone since: it stays and is passed over.
 */
async function admit(items: PlaylistItem[], before: PlaylistItem[]): Promise<void> {
  const known = new Set(before.map(({ refId }) => refId));
  const added = items.filter(({ refId }) => !known.has(refId));
  for (const { kind, refId } of added)
    if (refId.startsWith('prj_') !== (kind === 'project'))
      throw badRequest(`${refId} is not the id of ${kind === 'project' ? 'a project' : 'an asset'}.`);
  for (const refId of new Set(added.filter(({ kind }) => kind === 'project').map((item) => item.refId)))
    await ensurePublished(refId);
  const contents = await showables(added.map(({ refId }) => refId));
  const unfit = added.find(({ refId }) => !contents.get(refId)?.show);
  if (unfit)
    throw badRequest('A playlist takes projects, images and videos; one of these is something else.');
}

/** @throws 400; 404 for a project that is not there */
export async function createPlaylist(fields: PlaylistFields): Promise<PlaylistAnswer> {
  await admit(fields.items, []);
  const body = { ...fields, updatedAt: clock.iso() };
  return answerOne(await addPart('playlist', 'pls', body, signageLimits.playlists));
}

/** @throws 400; 403 while nothing may leave the tenant: displays show it; 404; 409 when it has changed since */
export async function updatePlaylist(
  id: string,
  changes: Partial<PlaylistFields>,
  version?: number,
): Promise<PlaylistAnswer> {
  const present = await partOr404('playlist', id, what);
  await assertMayLeave();
  if (changes.items) await admit(changes.items, present.body.items);
  const body = { ...present.body, ...changes, updatedAt: clock.iso() };
  const changed = await changePart('playlist', id, what, body, version);
  await followPlans();
  return answerOne(changed);
}

/** @throws 404; 409 while a schedule or a display shows it */
export async function removePlaylist(id: string): Promise<void> {
  const { body } = await partOr404('playlist', id, what);
  const [schedules, displays] = await Promise.all([partsOf('schedule'), partsOf('display')]);
  const used = schedules.filter((schedule) => schedule.body.playlistId === id);
  if (used.length > 0)
    throw conflict(
      `“${body.name}” is in the schedule ${used.map((schedule) => `“${schedule.body.name}”`).join(', ')}.`,
      undefined,
      'in_use',
    );
  const defaults = displays.filter((display) => display.body.defaultPlaylistId === id).length;
  if (defaults > 0)
    throw conflict(
      `“${body.name}” is the default of ${defaults === 1 ? 'a display' : `${defaults} displays`}.`,
      undefined,
      'in_use',
    );
  await dropPart('playlist', id, what);
}
