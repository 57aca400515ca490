import type { AssetUse } from '#shared/api/content.ts';
import { Kits } from '../brand/store.ts';
import { displays } from '../displays.ts';
import { elementsOf } from '../elements/store.ts';
import { listedProjects, type StoredProject } from '../projects/store.ts';
import { snapshotKey, snapshots } from '../publications/snapshot.ts';
import { findPublications } from '../publications/store.ts';
import { drawingOf, mayUse } from '../templates/read.ts';
import { allTemplates, type StoredTemplate } from '../templates/store.ts';
import { allDrawnAssets, type DrawnAssets, forgetDrawnAssets, keepDrawnAssets } from './use-store.ts';

/** Drawings that are read at one time. */
const readAtOnce = 8;
/** A list waits at most so long for drawings that were saved since the last look, in ms; the next one goes on. */
const listPatienceMs = 5_000;

interface Drawn {
  elements: unknown[];
  canvasBackground: unknown;
  /** Of several pages, each with its own background. */
  pages?: unknown[] | undefined;
}

/** What may show an asset, each of which counts once. */
const partsOf = ({ elements, canvasBackground, pages = [] }: Drawn): unknown[] => [
  ...elements,
  canvasBackground,
  ...pages,
];

interface Drawing {
  drawingId: string;
  readOf: string;
  /** Undefined while they are being written. */
  parts: () => Promise<unknown[] | undefined>;
}

/** An asset is named by its id, or by its address, which holds the id. */
const assetIdForm = /\bast_[0-9A-Za-z]{1,40}/g;

function countAssets(parts: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const part of parts)
    for (const assetId of new Set(JSON.stringify(part).match(assetIdForm)))
      counts[assetId] = (counts[assetId] ?? 0) + 1;
  return counts;
}

const ofProject = ({
  projectId,
  updatedAt,
  elementCount,
  canvasBackground,
  pages,
}: StoredProject): Drawing => ({
  drawingId: projectId,
  readOf: `${updatedAt} ${elementCount}`,
  parts: async () => partsOf({ elements: await elementsOf(projectId), canvasBackground, pages }),
});

const ofTemplate = (template: StoredTemplate): Drawing => ({
  drawingId: template.templateId,
  readOf: String(template.drawnIn),
  parts: async () => {
    const drawing = await drawingOf(template);
    return drawing && partsOf(drawing);
  },
});

/** What is published of these projects: the snapshots that their public addresses show. */
async function publishedOf(projects: readonly StoredProject[]): Promise<Drawing[]> {
  const publicIds = projects.flatMap(({ publicId }) => publicId ?? []);
  const publications = await findPublications(publicIds);
  return publications
    .filter(({ status }) => status !== 'not_published')
    .map(({ publicId, version }) => ({
      drawingId: publicId,
      readOf: String(version),
      parts: async () => {
        const body = await snapshots().get(snapshotKey(publicId, version));
        return body ? partsOf(JSON.parse(body.toString())) : [];
      },
    }));
}

async function readDrawing({ drawingId, readOf, parts }: Drawing): Promise<DrawnAssets | undefined> {
  const read = await parts();
  return read && { drawingId, readOf, counts: countAssets(read) };
}

/**
 * The assets of each drawing; those that were saved since they were read are read again.
 * @param patienceMs what is not read within it is answered as it was read last
 */
async function assetsIn(
  drawings: readonly Drawing[],
  patienceMs: number,
): Promise<Map<string, DrawnAssets['counts']>> {
  const end = performance.now() + patienceMs;
  const kept = new Map((await allDrawnAssets()).map((one) => [one.drawingId, one]));
  const stale = drawings.filter(({ drawingId, readOf }) => kept.get(drawingId)?.readOf !== readOf);
  for (let start = 0; start < stale.length && performance.now() < end; start += readAtOnce) {
    const read = await Promise.all(stale.slice(start, start + readAtOnce).map(readDrawing));
    const whole = read.filter((one) => one !== undefined);
    await keepDrawnAssets(whole);
    for (const one of whole) kept.set(one.drawingId, one);
  }
  const present = new Set(drawings.map(({ drawingId }) => drawingId));
  const gone = [...kept.keys()].filter((drawingId) => !present.has(drawingId));
  await forgetDrawnAssets(gone);
  return new Map(drawings.map(({ drawingId }) => [drawingId, kept.get(drawingId)?.counts ?? {}]));
}

/** Everything that shows assets, as it is saved now. */
async function everyUse(patienceMs = Number.POSITIVE_INFINITY) {
  const [projects, templates, playlists, kit] = await Promise.all([
    listedProjects(),
    allTemplates(),
    displays.run.playlists(),
    Kits.find({}),
  ]);
  const published = await publishedOf(projects);
  const drawings = [...projects.map(ofProject), ...templates.map(ofTemplate), ...published];
  const drawn = await assetsIn(drawings, patienceMs);
  return { projects, templates, playlists, logos: kit?.logos ?? [], drawn };
}

/**
 * How often each asset is used: in elements and backgrounds of projects and templates, in playlists, and as a logo.
 * What is published is a copy of its project and not counted again.
 */
export async function countAssetUses(): Promise<Map<string, number>> {
  const { projects, templates, playlists, logos, drawn } = await everyUse(listPatienceMs);
  const totals = new Map<string, number>();
  const count = (assetId: string, uses: number) => totals.set(assetId, (totals.get(assetId) ?? 0) + uses);
  for (const id of [...projects.map((one) => one.projectId), ...templates.map((one) => one.templateId)])
    for (const [assetId, uses] of Object.entries(drawn.get(id) ?? {})) count(assetId, uses);
  for (const { refIds } of playlists) for (const refId of refIds) count(refId, 1);
  for (const assetId of logos) count(assetId, 1);
  return totals;
}

/** Where an asset is used. Another user's private template is told of without its name. */
export async function usesOfAsset(assetId: string): Promise<AssetUse[]> {
  const { projects, templates, playlists, logos, drawn } = await everyUse();
  const inDrawing = (id: string | undefined) => (id && drawn.get(id)?.[assetId]) || 0;
  const use = (kind: AssetUse['kind'], id: string, name: string, count: number): AssetUse[] =>
    count > 0 ? [{ kind, id, name, count }] : [];
  return [
    ...projects.flatMap(({ publicId, projectId, name }) =>
      use('published', projectId, name, inDrawing(publicId)),
    ),
    ...playlists.flatMap(({ playlistId, name, refIds }) =>
      use('playlist', playlistId, name, refIds.filter((refId) => refId === assetId).length),
    ),
    ...projects.flatMap(({ projectId, name }) => use('project', projectId, name, inDrawing(projectId))),
    ...templates.flatMap((template) =>
      mayUse(template)
        ? use('template', template.templateId, template.name, inDrawing(template.templateId))
        : use('template', '', 'A colleague’s private template', inDrawing(template.templateId)),
    ),
    ...use('brand', '', 'Brand kit', logos.filter((logo) => logo === assetId).length),
  ];
}

/** Whether people see it now: on a published sign or in a playlist. */
export const isShown = (uses: readonly AssetUse[]): boolean =>
  uses.some(({ kind }) => kind === 'published' || kind === 'playlist');
