import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import type { ElementEdit } from '#shared/api/content.ts';
import type { Element } from '#shared/model/content.ts';
import { projectOr404 } from '../projects/read.ts';
import { oneSaved, saveElements } from './save.ts';
import { elementsById, elementsOf, projectOfElement } from './store.ts';

type Patch = Extract<ElementEdit, { op: 'update' }>['patch'];

/** The project of an element and the element as it is now. @throws 404 */
async function find(elementId: string): Promise<{ projectId: string; element: Element }> {
  const projectId = await projectOfElement(elementId);
  const element = projectId ? (await elementsById(projectId, [elementId])).get(elementId) : undefined;
  if (!projectId || !element) throw notFound('The element');
  return { projectId, element };
}

export async function createElement(
  projectId: string,
  element: Omit<Element, 'id' | 'version'> & { id?: string | undefined },
): Promise<Element> {
  const id = element.id ?? newId('elm');
  const [result] = await saveElements(projectId, [{ op: 'create', element: { ...element, id } }]);
  oneSaved(result);
  return (await elementsById(projectId, [id])).get(id)!;
}

/** Changes an element; with `version`, only where nobody has changed it since. */
export async function updateElement(elementId: string, patch: Patch, version?: number): Promise<Element> {
  const { projectId, element } = await find(elementId);
  const edit = { op: 'update' as const, id: elementId, version: version ?? element.version, patch };
  const [result] = await saveElements(projectId, [edit]);
  oneSaved(result);
  return (await elementsById(projectId, [elementId])).get(elementId)!;
}

export async function removeElement(elementId: string): Promise<void> {
  const { projectId, element } = await find(elementId);
  const [result] = await saveElements(projectId, [{ op: 'remove', id: elementId, version: element.version }]);
  oneSaved(result);
}

/** Sets layer orders, whatever the versions are: the last one to order wins. @throws 400 for an unknown id */
export async function reorderElements(
  projectId: string,
  elementOrders: { id: string; layerOrder: number }[],
): Promise<Element[]> {
  await projectOr404(projectId);
  const orders = new Map(elementOrders.map(({ id, layerOrder }) => [id, layerOrder]));
  let left = [...orders.keys()];
  for (let race = 0; left.length > 0; race++) {
    const present = await elementsById(projectId, left);
    const unknown = left.find((id) => !present.has(id));
    if (unknown) throw badRequest(`The project has no element ${unknown}.`);
    if (race === 8)
      throw conflict('Somebody keeps changing these elements. Please try again.', undefined, 'busy');
    const results = await saveElements(
      projectId,
      left.map((id) => ({
        op: 'update' as const,
        id,
        version: present.get(id)!.version,
        patch: { layerOrder: orders.get(id)! },
      })),
    );
    left = results.filter(({ status }) => status !== 'saved').map(({ id }) => id);
  }
  return elementsOf(projectId);
}
