import { isDeepStrictEqual } from 'node:util';
import { actorName } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import type { EditResult, ElementEdit } from '#shared/api/content.ts';
import { contentLimits, type Element } from '#shared/model/content.ts';
import { propertyProblems } from '#shared/scene/registry.ts';
import { projectOr404 } from '../projects/read.ts';
import { countElements } from '../projects/store.ts';
import { deleteElement, type ElementBody, elementsById, insertElement, replaceElement } from './store.ts';

/** DynamoDB takes 100 writes and 4 MB in a transaction; two writes are the project's and the event's. */
const transaction = { writes: 98, bytes: 3_500_000 };
/** DynamoDB's limit for one item is 400 kB; keys and names take a little of it. */
const maxElementBytes = 380_000;

type ParsedEdit =
  | Exclude<ElementEdit, { op: 'create' }>
  | { op: 'create'; element: Omit<Element, 'version'> };
interface Planned {
  edit: ParsedEdit;
  id: string;
  write: object;
  version: number | null;
  bytes: number;
}

const idOf = (edit: ParsedEdit) => (edit.op === 'create' ? edit.element.id : edit.id);
const bodyOf = ({ id: _id, version: _version, ...body }: Element): ElementBody => body;

const saved = (id: string, version: number | null): EditResult => ({
  id,
  status: 'saved',
  version,
  element: null,
  message: null,
});
const refused = (
  id: string,
  status: EditResult['status'],
  message: string,
  present?: Element,
): EditResult => ({
  id,
  status,
  version: present?.version ?? null,
  element: present ?? null,
  message,
});

const changedSince = (id: string, present: Element) =>
  refused(id, 'conflict', 'Somebody else has changed this element since you loaded it.', present);

/**
 * What one edit asks of the table, given the element as it is now; or its result where nothing is to be written.
 * An edit that is already there (its answer was lost and it came again) counts as saved.
 */
function plan(projectId: string, edit: ParsedEdit, present: Element | undefined): Planned | EditResult {
  const id = idOf(edit);
  if (edit.op === 'create') {
    const { id: _id, ...body } = edit.element;
    if (present)
      return isDeepStrictEqual(bodyOf(present), body)
        ? saved(id, present.version)
        : changedSince(id, present);
    return sized({ edit, id, write: insertElement(projectId, id, body), version: 1, bytes: 0 }, body);
  }
  if (!present) {
    return edit.op === 'remove'
      ? saved(id, null)
      : refused(id, 'missing', 'This element has been removed by somebody else.');
  }
  if (edit.op === 'remove') {
    if (present.version !== edit.version) return changedSince(id, present);
    return { edit, id, write: deleteElement(projectId, id, edit.version), version: null, bytes: 200 };
  }
  const body = { ...bodyOf(present), ...edit.patch } as ElementBody;
  if (isDeepStrictEqual(body, bodyOf(present))) return saved(id, present.version);
  if (present.version !== edit.version) return changedSince(id, present);
  const write = replaceElement(projectId, id, body, edit.version);
  return sized({ edit, id, write, version: edit.version + 1, bytes: 0 }, body);
}

/** How large an element is in the table, and why it cannot be stored: wrong properties, or too much for one item. */
function measured(body: Pick<Element, 'elementType' | 'properties'>): { bytes: number; problem?: string } {
  const bytes = Buffer.byteLength(JSON.stringify(body));
  const [wrong] = propertyProblems(body);
  const tooLarge =
    bytes > maxElementBytes ? `This element is larger than ${maxElementBytes / 1000} kB.` : undefined;
  const problem = wrong ?? tooLarge;
  return problem === undefined ? { bytes } : { bytes, problem };
}

function sized(planned: Planned, body: ElementBody): Planned | EditResult {
  const { problem, bytes } = measured(body);
  return problem ? refused(planned.id, 'refused', problem) : { ...planned, bytes };
}

/** @throws 400 for the first of a caller's elements that cannot be stored */
export function assertStorable(elements: readonly Pick<Element, 'elementType' | 'properties'>[]): void {
  for (const [index, element] of elements.entries()) {
    const { problem } = measured(element);
    if (problem)
      throw badRequest(`Element ${index + 1} (${element.elementType}): ${problem}`, {
        field: `elements.${index}`,
      });
  }
}

function chunks(plans: Planned[]): Planned[][] {
  const out: Planned[][] = [];
  let bytes = 0;
  for (const one of plans) {
    const last = out.at(-1);
    if (last && last.length < transaction.writes && bytes + one.bytes < transaction.bytes) {
      last.push(one);
      bytes += one.bytes;
    } else {
      out.push([one]);
      bytes = one.bytes;
    }
  }
  return out;
}

/** Writes one chunk with the project's count and the event; edits that lost a race come back as conflicts. */
async function write(projectId: string, chunk: Planned[]): Promise<EditResult[]> {
  let left = chunk;
  const results: EditResult[] = [];
  while (left.length > 0) {
    const of = (op: ParsedEdit['op']) => left.filter((one) => one.edit.op === op).length;
    const [created, updated, removed] = [of('create'), of('update'), of('remove')];
    const at = clock.iso();
    const most = contentLimits.elementsPerProject;
    try {
      await commit(
        countElements(projectId, created - removed, actorName(), at, most),
        event('content.elements.saved', projectId, { projectId, created, updated, removed }, at),
        ...left.map((one) => one.write),
      );
      results.push(...left.map((one) => saved(one.id, one.version)));
      return results;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (error.failed.includes(0))
        throw conflict(`A project holds at most ${most} elements.`, undefined, 'too_many');
      const lost = left.filter((_, place) => error.failed.includes(place + 2));
      const now = await elementsById(
        projectId,
        lost.map((one) => one.id),
      );
      for (const { id } of lost) {
        const present = now.get(id);
        results.push(
          present ? changedSince(id, present) : refused(id, 'missing', 'This element has been removed.'),
        );
      }
      left = left.filter((one) => !lost.includes(one));
    }
  }
  return results;
}

/**
 * Saves many pending edits at once, each on its own: an edit whose element has changed since is refused and its
 * present state comes back, so two editors never silently overwrite one another. The same edits sent twice
 * change nothing the second time. Results stand in the order of the edits.
 */
export async function saveElements(projectId: string, edits: ParsedEdit[]): Promise<EditResult[]> {
  await projectOr404(projectId);
  const ids = edits.map(idOf);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice) throw conflict(`The element ${twice} is edited twice in one call.`, undefined, 'edited_twice');
  const present = await elementsById(projectId, ids);
  const results = new Map<string, EditResult>();
  const plans: Planned[] = [];
  for (const edit of edits) {
    const planned = plan(projectId, edit, present.get(idOf(edit)));
    if ('write' in planned) plans.push(planned);
    else results.set(planned.id, planned);
  }
  for (const chunk of chunks(plans))
    for (const result of await write(projectId, chunk)) results.set(result.id, result);
  return ids.map((id) => results.get(id)!);
}

/** The single edit's result as an answer. @throws 404, 409 */
export function oneSaved(result: EditResult | undefined): void {
  if (!result || result.status === 'saved') return;
  throw conflict(
    result.message ?? 'The element was not saved.',
    { element: result.element },
    `element_${result.status}`,
  );
}
