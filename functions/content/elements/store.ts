import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, ifThere, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import type { Element } from '#shared/model/content.ts';
import { soundElement } from '#shared/model/sound-element.ts';

export type ElementBody = Omit<Element, 'id' | 'version'>;

/**
 * An element is one item: editors save single elements, and each carries its own version. What is drawn lies in
 * `body`, which the contract's schema has checked.
 */
const Elements = entity('element', {
  fields: z.object({
    projectId: z.string(),
    elementId: z.string(),
    version: z.number(),
    /** Of the last save; elements saved before this was kept have none. */
    changedAt: z.string().optional(),
    body: z.custom<ElementBody>(),
  }),
  key: { partition: ['projectId'], sort: ['elementId'] },
  indexes: { byId: { index: 'gsi1', partition: ['elementId'], sort: [] } },
});

const toElement = ({ body, elementId, version }: Stored<typeof Elements>): Element =>
  soundElement({ ...body, id: elementId, version });

export const elementsOf = async (projectId: string): Promise<Element[]> =>
  (await Elements.all('key', { projectId })).map(toElement);

export async function elementsById(projectId: string, ids: string[]): Promise<Map<string, Element>> {
  const found = await Elements.findMany(ids.map((elementId) => ({ projectId, elementId })));
  return new Map(found.map((stored) => [stored.elementId, toElement(stored)]));
}

/** Those saved at a moment or later. @param since ISO 8601 */
export async function elementsChangedSince(projectId: string, since: string): Promise<Element[]> {
  const { data } = await Elements.query('key', { projectId })
    .where(({ changedAt }, { gte }) => gte(changedAt, since))
    .go({ pages: 'all', consistent: true });
  return data.map(toElement);
}

export async function elementIdsOf(projectId: string): Promise<string[]> {
  const elements = await Elements.all('key', { projectId }, { attributes: ['elementId'] });
  return elements.map(({ elementId }) => elementId);
}

/** The project that an element belongs to, by the index, which lags the table by some milliseconds. */
export async function projectOfElement(elementId: string): Promise<string | undefined> {
  for (let attempt = 0; attempt < 4; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 40 * attempt));
    const { data } = await Elements.query('byId', { elementId }).go({ limit: 1 });
    const projectId = data[0]?.projectId;
    if (projectId) return projectId;
  }
  return undefined;
}

export const insertElement = (projectId: string, elementId: string, body: ElementBody) =>
  Elements.insert({ projectId, elementId, version: 1, changedAt: clock.iso(), body });

/** Replaces an element's body where its version is still `version`. */
export const replaceElement = (projectId: string, elementId: string, body: ElementBody, version: number) =>
  Elements.patch({ projectId, elementId })
    .set({ body, version: version + 1, changedAt: clock.iso() })
    .params(ifVersion(version));

export const deleteElement = (projectId: string, elementId: string, version?: number) =>
  Elements.remove({ projectId, elementId }, version === undefined ? ifThere() : ifVersion(version));
