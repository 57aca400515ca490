import { recordAudit } from '#functions/kernel/audit.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { newId } from '#functions/kernel/ids.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import type { ProjectWithElements } from '#shared/api/content.ts';
import {
  type ContentExport,
  type ExportOptions,
  type ExportProgress,
  newProjectDefaults,
} from '#shared/model/content.ts';
import { exportProblem } from '#shared/model/export-limits.ts';
import { pagesOf } from '#shared/model/pages.ts';
import { projectOr404, projectWithElements } from '../projects/read.ts';
import { heardElement } from '../publications/heard.ts';
import { templateWithData } from '../templates/read.ts';
import { sceneDataNow } from '../variables/scene-data.ts';
import { exportsOf, findExport, insertExport, type StoredExport } from './store.ts';

export const exportFiles = () => bucket('exports');

/** How long a download address works, in seconds. */
const downloadSeconds = 600;

const fileExtension = ({ exportType, imageFormat, videoFormat }: ExportOptions): string =>
  ({ image: imageFormat === 'jpeg' ? 'jpg' : imageFormat, video: videoFormat, pdf: 'pdf', html: 'zip' })[
    exportType
  ];

export const exportAnswer = (item: StoredExport): ContentExport => ({
  id: item.exportId,
  projectId: item.projectId,
  exportType: item.options.exportType,
  filename: item.filename,
  fileSize: item.fileSize ?? null,
  status: item.status,
  progress: item.progress,
  errorMessage: item.errorMessage ?? null,
  options: item.options,
  createdAt: item.createdAt,
  updatedAt: item.updatedAt,
});

/** What is drawn, as it stood when the export was asked for; later edits do not change it. */
export interface ExportSource {
  project: ProjectWithElements;
  data: Record<string, unknown>;
  seed: number;
}

export async function exportOr404(exportId: string): Promise<StoredExport> {
  const item = await findExport(exportId);
  if (!item) throw notFound('The export');
  return item;
}

export const plainName = (name: string) =>
  name
    .replace(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 100) || 'export';

/**
 * Stores what is to be drawn and asks for it; the event takes it to the renderer's queue.
 * @param exportId where it follows from something else, so that asking twice makes one
 * @throws 400 for a size or length that cannot be made; ConditionFailed when the id is taken
 */
export async function createExport(
  projectId: string,
  options: ExportOptions,
  data?: Record<string, unknown>,
  exportId = newId('exp'),
): Promise<ContentExport> {
  assertPossible(options);
  const project = await projectWithElements(projectId);
  if (options.pageId && !pagesOf(project).some(({ id }) => id === options.pageId))
    throw badRequest('The page to export is not there any more.');
  return exportOf(project, options, data, exportId);
}

/**
 * Exports a project for something else, whose id stands in the place of the project's: it is not among the project's
 * exports. Asked for again under its id, it is one export.
 * @param given `sound`: the address of what is heard at its beginning, beside what the project itself sounds like
 * @throws 400 for a size or length that cannot be made, 404
 */
export async function exportFor(
  ownerId: string,
  given: {
    projectId: string;
    options: ExportOptions;
    data: Record<string, unknown>;
    exportId: string;
    sound?: string | undefined;
  },
): Promise<void> {
  const { projectId, options, data, exportId, sound } = given;
  if (await findExport(exportId)) return;
  assertPossible(options);
  const project = await projectWithElements(projectId);
  const elements = sound ? [...project.elements, heardElement(sound)] : project.elements;
  await exportOf({ ...project, elements, id: ownerId }, options, data, exportId).catch((error) => {
    if (!(error instanceof ConditionFailed)) throw error;
  });
}

/** What is shown may be taken away again: caches ask again after five minutes. */
const shownCaching = 'public, max-age=300';

/**
 * How far such an export is; once it is completed its file is put where everybody who knows its address may fetch it.
 * @param key of the copy, in the area that the CDN serves
 * @returns the path of the copy below the CDN's root
 */
export async function showExport(
  exportId: string,
  key: string,
): Promise<{ state: 'drawing' | 'failed' } | { state: 'there'; path: string }> {
  const item = await findExport(exportId);
  if (item?.status === 'processing') return { state: 'drawing' };
  const from = item?.status === 'completed' ? outputKey(item) : undefined;
  const file = from ? await exportFiles().stat(from) : undefined;
  if (!item || !from || !file) return { state: 'failed' };
  const media = bucket('media');
  const type = item.contentType ?? file.contentType;
  const source = { area: 'exports', key: from, etag: file.etag } as const;
  const isCopied = await media.copyFrom(source, key, type, shownCaching);
  return isCopied ? { state: 'there', path: media.path(key) } : { state: 'drawing' };
}

function assertPossible(options: ExportOptions): void {
  const problem = exportProblem(options);
  if (problem) throw badRequest(problem);
}

async function exportOf(
  project: ProjectWithElements,
  options: ExportOptions,
  data: Record<string, unknown> | undefined,
  exportId: string,
): Promise<ContentExport> {
  const at = clock.iso();
  const item: StoredExport = {
    exportId,
    projectId: project.id,
    filename: `${plainName(project.name)}.${fileExtension(options)}`,
    options,
    status: 'processing',
    stage: 'queued',
    progress: 0,
    message: 'Waiting for a renderer',
    progressAt: at,
    leaseUntil: 0,
    attempts: 0,
    createdAt: at,
    updatedAt: at,
  };
  const source: ExportSource = {
    project,
    data: { ...(await sceneDataNow(project.elements)), ...data },
    seed: 1,
  };
  await exportFiles().put(`${exportId}/source.json`, JSON.stringify(source), 'application/json');
  await commit(
    insertExport(item),
    event('content.export.requested', exportId, {
      projectId: project.id,
      exportId,
      exportType: options.exportType,
    }),
  );
  return exportAnswer(item);
}

/**
 * Exports what a template draws, without a project in between: its id stands in the place of the project's.
 * @param name what the file is called
 * @throws 404 for a template that the caller may not use; 400 for a size or length that cannot be made
 */
export async function exportTemplate(
  templateId: string,
  name: string,
  options: ExportOptions,
  data: Record<string, unknown>,
): Promise<ContentExport> {
  assertPossible(options);
  const template = await templateWithData(templateId);
  const { elements: drawn, canvasBackground, pages } = template.templateData;
  const elements = drawn.map((element) => ({ ...element, id: newId('elm'), version: 1 }));
  const { createdAt, updatedAt, createdBy, version, tags } = template;
  const project: ProjectWithElements = {
    ...newProjectDefaults,
    name,
    variables: template.variables,
    canvasBackground,
    ...(pages ? { pages } : {}),
    id: templateId,
    folderId: null,
    tags,
    publicId: null,
    publicUrl: null,
    thumbnailUrl: null,
    elementCount: elements.length,
    elements,
    createdBy,
    updatedBy: createdBy,
    createdAt,
    updatedAt,
    version,
  };
  return exportOf(project, options, data, newId('exp'));
}

/** An export that somebody asked for, which the audit log tells of; those that the product makes it does not. */
export async function exportByHand(
  projectId: string,
  options: ExportOptions,
  data?: Record<string, unknown>,
): Promise<ContentExport> {
  const made = await createExport(projectId, options, data);
  const target = { kind: 'project', id: projectId, name: made.filename };
  await recordAudit('content.exported', target, { format: options.exportType, projects: 1 });
  return made;
}

export async function listExports(projectId: string, page: number, limit: number) {
  await projectOr404(projectId);
  const found = await exportsOf(projectId);
  const start = (page - 1) * limit;
  return {
    exports: found.slice(start, start + limit).map(exportAnswer),
    pagination: { page, limit, total: found.length, pages: Math.ceil(found.length / limit) },
  };
}

export async function exportStatus(
  exportId: string,
): Promise<{ export: ContentExport; progress: ExportProgress }> {
  const item = await exportOr404(exportId);
  const { stage, progress, message, progressAt: timestamp } = item;
  return { export: exportAnswer(item), progress: { stage, progress, message, timestamp } };
}

export const outputKey = (item: Pick<StoredExport, 'exportId' | 'options'>) =>
  `${item.exportId}/output.${fileExtension(item.options)}`;

/** @throws 409 while the export is not completed */
export async function downloadExport(exportId: string) {
  const item = await exportOr404(exportId);
  if (item.status !== 'completed')
    throw conflict(
      item.status === 'failed'
        ? `Export failed: ${item.errorMessage ?? 'Unknown error'}`
        : 'The export is not finished yet.',
    );
  const downloadUrl = await exportFiles().downloadUrl(outputKey(item), item.filename, downloadSeconds);
  return { downloadUrl, filename: item.filename, expiresIn: downloadSeconds };
}
