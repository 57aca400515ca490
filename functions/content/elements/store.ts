import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { connection, keys, model } from '#functions/kernel/table.ts';
import type { Element } from '#shared/model/content.ts';
import { soundElement } from '#shared/model/sound-element.ts';

/**
 * An element is one item: editors save single elements, and each carries its own version. What is drawn lies in
 * `body`, which the contract's schema has checked.
 */
const Elements = new Entity(
  {
    model: model('element'),
    attributes: {
      tenantId: { type: 'number', required: true },
      projectId: { type: 'string', required: true },
      elementId: { type: 'string', required: true },
      version: { type: 'number', required: true },
      /** Of the last save; elements saved before this was kept have none. */
      changedAt: { type: 'string' },
      body: { type: 'any', required: true },
    },
    indexes: {
      ofProject: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'projectId'] },
        sk: { ...keys.primary.sk, composite: ['elementId'] },
      },
      byId: {
        index: keys.gsi1.index,
        pk: { ...keys.gsi1.pk, composite: ['tenantId', 'elementId'] },
        sk: { ...keys.gsi1.sk, composite: [] },
      },
    },
  },
  connection,
);

export type ElementBody = Omit<Element, 'id' | 'version'>;
interface Stored {
  projectId: string;
  elementId: string;
  version: number;
  body: ElementBody;
}

const own = (projectId: string, elementId: string) => ({ tenantId: tenantOf(), projectId, elementId });
const toElement = (stored: Stored): Element =>
  soundElement({ ...stored.body, id: stored.elementId, version: stored.version });

export async function elementsOf(projectId: string): Promise<Element[]> {
  const { data } = await Elements.query
    .ofProject({ tenantId: tenantOf(), projectId })
    .go({ pages: 'all', consistent: true });
  return (data as Stored[]).map(toElement);
}

export async function elementsById(projectId: string, ids: string[]): Promise<Map<string, Element>> {
  const found = new Map<string, Element>();
  if (ids.length === 0) return found;
  const { data } = await Elements.get(ids.map((elementId) => own(projectId, elementId))).go({
    consistent: true,
  });
  for (const stored of data as Stored[]) found.set(stored.elementId, toElement(stored));
  return found;
}

/** Those saved at a moment or later. @param since ISO 8601 */
export async function elementsChangedSince(projectId: string, since: string): Promise<Element[]> {
  const { data } = await Elements.query
    .ofProject({ tenantId: tenantOf(), projectId })
    .where(({ changedAt }, { gte }) => gte(changedAt, since))
    .go({ pages: 'all', consistent: true });
  return (data as Stored[]).map(toElement);
}

export async function elementIdsOf(projectId: string): Promise<string[]> {
  const { data } = await Elements.query
    .ofProject({ tenantId: tenantOf(), projectId })
    .go({ pages: 'all', consistent: true, attributes: ['elementId'] });
  return data.map(({ elementId }) => elementId);
}

/** The project that an element belongs to, by the index, which lags the table by some milliseconds. */
export async function projectOfElement(elementId: string): Promise<string | undefined> {
  for (let attempt = 0; attempt < 4; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 40 * attempt));
    const { data } = await Elements.query.byId({ tenantId: tenantOf(), elementId }).go({ limit: 1 });
    const projectId = data[0]?.projectId;
    if (projectId) return projectId;
  }
  return undefined;
}

export const insertElement = (projectId: string, elementId: string, body: ElementBody) =>
  Elements.create({ ...own(projectId, elementId), version: 1, changedAt: clock.iso(), body }).params();

/** Replaces an element's body where its version is still `version`. */
export const replaceElement = (projectId: string, elementId: string, body: ElementBody, version: number) =>
  Elements.patch(own(projectId, elementId))
    .set({ body, version: version + 1, changedAt: clock.iso() })
    .where((at, op) => op.eq(at.version, version))
    .params();

export const deleteElement = (projectId: string, elementId: string, version?: number) => {
  const removal = Elements.remove(own(projectId, elementId));
  return version === undefined
    ? removal.params()
    : removal.where((at, op) => op.eq(at.version, version)).params();
};
