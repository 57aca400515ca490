import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { type Disposition, dispositionLimits, standardDispositions } from '#shared/model/disposition.ts';
import { codesWrite, readCodes } from './store.ts';

/** How calls can end, in the order in which agents are offered it, with what they cannot choose any more. */
export const dispositionCodes = async (): Promise<Disposition[]> => (await readCodes()).codes;

const changed = (change: (codes: readonly Disposition[]) => Disposition[]): Promise<Disposition[]> =>
  retryOnConflict(async () => {
    const before = await readCodes();
    const codes = change(before.codes);
    await commit(codesWrite(before, codes));
    return codes;
  });

/** Makes the standard codes where there are none. */
export async function initializeDispositions() {
  let created = 0;
  const codes = await changed((before) => {
    created = before.length === 0 ? standardDispositions.length : 0;
    return before.length === 0 ? [...standardDispositions] : [...before];
  });
  return { codes, created };
}

/** @throws 409 for another code of the same label, which agents could not tell apart */
function assertLabelFree(codes: readonly Disposition[], { code, label }: Disposition): void {
  const other = codes.find((one) => one.code !== code && one.label.toLowerCase() === label.toLowerCase());
  if (other) throw conflict(`“${other.label}” is the label of another code already.`, { field: 'label' });
}

/** @throws 400 where there are too many; 409 for a code or label that there is */
export async function addDisposition(added: Disposition): Promise<Disposition> {
  await changed((codes) => {
    if (codes.some(({ code }) => code === added.code))
      throw conflict(`There is a code ${added.code} already.`, { field: 'code' });
    assertLabelFree(codes, added);
    if (codes.length >= dispositionLimits.codes)
      throw badRequest(`A workspace has at most ${dispositionLimits.codes} codes.`);
    return [...codes, added];
  });
  return added;
}

type Changes = { [K in keyof Omit<Disposition, 'code'>]?: Disposition[K] | undefined };

/** @throws 404; 409 for a label that another code has */
export async function updateDisposition(code: string, changes: Changes): Promise<Disposition> {
  const codes = await changed((before) => {
    const found = before.find((one) => one.code === code);
    if (!found) throw notFound('The code');
    const after = { ...found, ...givenOf(changes) };
    assertLabelFree(before, after);
    return before.map((one) => (one === found ? after : one));
  });
  return codes.find((one) => one.code === code)!;
}

/** @throws 400 where the codes are not those that there are, each once */
export async function orderDispositions(order: readonly string[]) {
  const codes = await changed((before) => {
    const isSame = order.length === before.length && new Set(order).size === order.length;
    const sorted = order.flatMap((code) => before.find((one) => one.code === code) ?? []);
    if (!isSame || sorted.length !== before.length)
      throw badRequest('Please give all codes, each once.', { field: 'codes' });
    return sorted;
  });
  return { codes };
}
