import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { writeOne } from '#functions/kernel/table.ts';
import {
  type TransferGroup,
  type TransferNumber,
  transferGroupLimits,
} from '#shared/model/transfer-group.ts';
import { changedSince, everyGroup, findGroup, type GroupRecord, groupWrite } from './store.ts';

type Fields = Pick<
  TransferGroup,
  'name' | 'description' | 'strategy' | 'hours' | 'fallbackNumber' | 'ringSeconds'
>;
type NumberFields = Omit<TransferNumber, 'id'>;

export const view = ({ groupId, ...group }: GroupRecord): TransferGroup => ({ id: groupId, ...group });

/** A group that is there. @throws 404 */
export async function groupOr404(groupId: string): Promise<GroupRecord> {
  const group = await findGroup(groupId);
  if (!group) throw notFound('The transfer group');
  return group;
}

/** A number as it is stored, E.164. @throws 400 */
const checkedNumber = (id: string, fields: NumberFields): TransferNumber => ({
  ...fields,
  id,
  phoneNumber: e164(fields.phoneNumber, 'phoneNumber'),
});

/** @throws 400 where a number stands in the group twice, or there are too many */
function assertNumbers(numbers: readonly TransferNumber[]): void {
  if (numbers.length > transferGroupLimits.numbers)
    throw badRequest(`A group has at most ${transferGroupLimits.numbers} numbers.`);
  const twice = numbers.find(
    ({ phoneNumber }, at) => numbers.findIndex((one) => one.phoneNumber === phoneNumber) < at,
  );
  if (twice) throw badRequest(`${twice.phoneNumber} is in this group already.`, { field: 'phoneNumber' });
}

/** @throws 409 */
async function assertNameFree(name: string, groupId?: string): Promise<void> {
  const other = (await everyGroup()).find(
    (group) => group.groupId !== groupId && group.name.toLowerCase() === name.toLowerCase(),
  );
  if (other) throw conflict(`There is a group named “${other.name}” already.`);
}

export async function listGroups(search = '') {
  const text = search.toLowerCase();
  const groups = (await everyGroup()).filter(({ name, description, numbers }) =>
    [name, description, ...numbers.flatMap(({ phoneNumber, label }) => [phoneNumber, label])].some((part) =>
      part.toLowerCase().includes(text),
    ),
  );
  return { groups: groups.map(view).sort((one, other) => one.name.localeCompare(other.name)) };
}

const fallbackOf = (given: string | null): string | null => given && e164(given, 'fallbackNumber');

/** @throws 400; 409 for a name that another group has */
export async function createGroup({
  numbers,
  ...fields
}: Fields & { numbers: NumberFields[] }): Promise<TransferGroup> {
  await assertNameFree(fields.name);
  if ((await everyGroup()).length >= transferGroupLimits.groups)
    throw badRequest(`A workspace has at most ${transferGroupLimits.groups} transfer groups.`);
  const now = clock.iso();
  const group: GroupRecord = {
    ...fields,
    groupId: newId('tgr'),
    fallbackNumber: fallbackOf(fields.fallbackNumber),
    numbers: numbers.map((number) => checkedNumber(newId('tnr'), number)),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  assertNumbers(group.numbers);
  await writeOne(groupWrite(undefined, group));
  return view(group);
}

const changed = (groupId: string, change: (before: GroupRecord) => Partial<GroupRecord>, version?: number) =>
  changeVersioned({
    read: () => groupOr404(groupId),
    change,
    write(before, after) {
      assertNumbers(after.numbers);
      return writeOne(groupWrite(before, after));
    },
    changedSince,
    version,
  });

/** The numbers that a group is to have: those that it has keep their ids. @throws 400 */
const numbersFor = (before: GroupRecord, given: readonly (NumberFields & { id?: string | undefined })[]) =>
  given.map(({ id, ...number }) => {
    const isKept = before.numbers.some((one) => one.id === id);
    return checkedNumber(isKept ? id! : newId('tnr'), number);
  });

interface Changes extends Partial<Fields> {
  numbers?: (NumberFields & { id?: string | undefined })[] | undefined;
}

/** @throws 400, 404; 409 for a taken name, or when the group has changed since `version` */
export async function updateGroup(groupId: string, { numbers, ...changes }: Changes, version?: number) {
  const given = givenOf(changes);
  if (given.name !== undefined) await assertNameFree(given.name, groupId);
  if (given.fallbackNumber !== undefined) given.fallbackNumber = fallbackOf(given.fallbackNumber);
  const { after } = await changed(
    groupId,
    (before) => ({ ...given, ...(numbers ? { numbers: numbersFor(before, numbers) } : {}) }),
    version,
  );
  return view(after);
}

const numberOr404 = ({ numbers }: GroupRecord, numberId: string): TransferNumber => {
  const number = numbers.find(({ id }) => id === numberId);
  if (!number) throw notFound('The number');
  return number;
};

/** @throws 400, 404 */
export async function addNumber(groupId: string, fields: NumberFields): Promise<TransferNumber> {
  const id = newId('tnr');
  const { after } = await changed(groupId, ({ numbers }) => ({
    numbers: [...numbers, checkedNumber(id, fields)],
  }));
  return numberOr404(after, id);
}

/** @throws 400, 404 */
export async function updateNumber(
  groupId: string,
  numberId: string,
  changes: Partial<NumberFields>,
): Promise<TransferNumber> {
  const { after } = await changed(groupId, (before) => {
    const number = checkedNumber(numberId, { ...numberOr404(before, numberId), ...givenOf(changes) });
    return { numbers: before.numbers.map((one) => (one.id === numberId ? number : one)) };
  });
  return numberOr404(after, numberId);
}

/** @throws 404 */
export const removeNumber = (groupId: string, numberId: string) =>
  changed(groupId, (before) => {
    const gone = numberOr404(before, numberId);
    return { numbers: before.numbers.filter((number) => number !== gone) };
  });
