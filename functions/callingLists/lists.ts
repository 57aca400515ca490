import { actor } from '#functions/kernel/actor.ts';
import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { commit } from '#functions/kernel/table.ts';
import { assertStorableFilter } from '#functions/leads/api.ts';
import { type CallingList, callingListLimits, ringsLeadsFirst } from '#shared/model/calling-list.ts';
import { isLimitedRole } from '#shared/model/permissions.ts';
import { fill } from './fill.ts';
import { assertConnects } from './lines/connects.ts';
import { assertSound } from './lines/message.ts';
import { listsOfAgent } from './list-agents.ts';
import {
  blankFill,
  changedSince,
  everyList,
  fillWrite,
  findFill,
  findList,
  type ListRecord,
  listRemoval,
  listWrite,
} from './store.ts';

type Fields = Omit<CallingList, 'id' | 'version' | 'createdAt' | 'updatedAt'>;

export const view = ({ listId, ...list }: ListRecord): CallingList => ({ id: listId, ...list });

/** Those of the lists that the actor works, or all of them for who may see all. */
async function onlyVisible(lists: readonly ListRecord[]): Promise<ListRecord[]> {
  const who = actor();
  if (who.kind !== 'user' || !isLimitedRole(who.role)) return [...lists];
  return listsOfAgent(
    lists.filter(({ isActive }) => isActive),
    who.userId,
  );
}

/** A list that the actor may see. @throws 404 */
export async function listOr404(listId: string): Promise<ListRecord> {
  const found = await findList(listId);
  const [list] = await onlyVisible(found ? [found] : []);
  if (!list) throw notFound('The calling list');
  return list;
}

/** The lists that the actor may see, by name. */
export async function visibleLists(search = '') {
  const text = search.toLowerCase();
  const lists = (await onlyVisible(await everyList())).filter(({ name, description }) =>
    [name, description].some((part) => part.toLowerCase().includes(text)),
  );
  return { lists: lists.map(view).sort((one, other) => one.name.localeCompare(other.name)) };
}

/** @throws 409 */
async function assertNameFree(name: string, listId?: string): Promise<void> {
  const other = (await everyList()).find(
    (list) => list.listId !== listId && list.name.toLowerCase() === name.toLowerCase(),
  );
  if (other) throw conflict(`There is a list named “${other.name}” already.`);
}

/** A message with its number as it is kept. @throws 400, also for one that the law does not take: 900 and the like */
const kept = <T extends Partial<Fields>>(fields: T): T =>
  fields.message
    ? { ...fields, message: { ...fields.message, number: e164(fields.message.number, 'message.number') } }
    : fields;

/**
 * That a list may ring leads first: it has a message for who finds nobody, and the exchange can do it.
 * @throws 400; 409 'exchange_cannot_connect', 'exchange_down', 'exchange_not_connected'
 */
async function assertMayRing(
  list: Pick<Fields, 'mode' | 'message'>,
  before?: Pick<Fields, 'mode' | 'message'>,
) {
  if (!ringsLeadsFirst(list)) return;
  if (!list.message)
    throw badRequest(
      'Please say what is played to who answers while nobody is free: a name, a number and a sound.',
      {
        field: 'message',
      },
    );
  if (list.message.sound !== before?.message?.sound) await assertSound(list.message);
  if (!before || !ringsLeadsFirst(before)) await assertConnects();
}

/** @throws 400; 409 for a name that another list has */
export async function createList(asked: Fields): Promise<CallingList> {
  const fields = kept(asked);
  assertStorableFilter(fields.filter);
  await assertNameFree(fields.name);
  await assertMayRing(fields);
  if ((await everyList()).length >= callingListLimits.lists)
    throw badRequest(`A workspace has at most ${callingListLimits.lists} calling lists.`);
  const now = clock.iso();
  const list: ListRecord = { ...fields, listId: newId('cll'), version: 1, createdAt: now, updatedAt: now };
  await commit(listWrite(undefined, list), fillWrite(undefined, blankFill(list.listId), clock.now()));
  await fill(list.listId);
  return view(list);
}

/**
 * A list with another filter or order is read again from its beginning: leads that are in its hopper already keep their
 * place, and those that no longer pass are left out when their turn comes.
 * @throws 400, 404; 409 for a taken name, or when the list has changed since `version`
 */
export async function updateList(listId: string, changes: Partial<Fields>, version?: number) {
  const given = kept(givenOf(changes));
  if (given.filter) assertStorableFilter(given.filter);
  if (given.name !== undefined) await assertNameFree(given.name, listId);
  const { after } = await changeVersioned({
    read: () => listOr404(listId),
    async change(before) {
      await assertMayRing({ ...before, ...given }, before);
      return given;
    },
    async write(before, after) {
      const read = await findFill(listId);
      const again = { ...(read ?? blankFill(listId)), cursor: null, isRead: false };
      await commit(listWrite(before, after), fillWrite(read, again, clock.now()));
    },
    changedSince,
    version,
  });
  await fill(listId);
  return view(after);
}

/** Removes a list; its entries go in the background, and who has a lead of it keeps that until its time is over. */
export async function removeList(listId: string): Promise<ListRecord> {
  const list = await listOr404(listId);
  const read = await findFill(listId);
  await commit(listRemoval(listId), fillWrite(read, read ?? blankFill(listId), clock.now()));
  return list;
}
