import { z } from 'zod';
import { changesOf } from '../model/changes.ts';
import {
  asset,
  contentExport,
  contentName,
  contentTags,
  element,
  exportOptions,
  exportProgress,
  contentLimits as limits,
  project,
  projectFields,
  publication,
  publishOptions,
  variable,
} from '../model/content.ts';
import { signFloor } from '../model/sign-floor.ts';
import { forecast } from '../model/weather.ts';
import { wallWins } from '../model/wins-wall.ts';
import { brand } from './content-brand.ts';
import { bulkExports } from './content-bulk.ts';
import { folders, placeOfProject } from './content-folders.ts';
import { forms } from './content-forms.ts';
import { personalised } from './content-personalised.ts';
import { presence } from './content-presence.ts';
import { samples } from './content-samples.ts';
import { templates } from './content-templates.ts';
import { versions } from './content-versions.ts';
import { id, message, pageInfo, pageQuery, route } from './contract.ts';

const projectId = id('prj');
const elementId = id('elm');
const exportId = id('exp');
const assetId = id('ast');
/** Admins and agents draw; vendors have their own portal. */

/** An element as a client sends it: the server keeps `version`, and the id may be the client's own. */
const newElement = element.omit({ version: true }).extend({ id: elementId.optional() });
const elementPatch = changesOf(element.omit({ id: true, version: true }));

/** A project's answer: with its elements, and the public address while it is published. */
const projectAnswer = project.extend({
  publicId: z.string().nullable(),
  publicUrl: z.string().nullable(),
  elementCount: z.number().int(),
  thumbnailUrl: z.string().nullable(),
  createdBy: z.string(),
  updatedBy: z.string(),
  folderId: z.string().nullable(),
  tags: z.array(z.string()),
});
/** Orders of the list of projects. */
export const projectSorts = ['updated', 'created', 'name', 'size'] as const;
export type ProjectSort = (typeof projectSorts)[number];

const projectWithElements = projectAnswer.extend({ elements: z.array(element) });
export type ProjectAnswer = z.output<typeof projectAnswer>;
export type ProjectWithElements = z.output<typeof projectWithElements>;

/**
 * One edit of `PUT /content/projects/{id}/elements`. An update and a removal name the version that the editor
 * last saw; where the element has changed since, that edit alone is refused and its present state comes back.
 */
const elementEdit = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('create'), element: newElement.extend({ id: elementId }) }),
  z.strictObject({ op: z.literal('update'), id: elementId, version: z.number().int(), patch: elementPatch }),
  z.strictObject({ op: z.literal('remove'), id: elementId, version: z.number().int() }),
]);
export type ElementEdit = z.input<typeof elementEdit>;

const editResult = z.object({
  id: z.string(),
  status: z.enum(['saved', 'conflict', 'missing', 'refused']),
  version: z.number().int().nullable(),
  element: element.nullable().describe('the present state, where the edit was not saved'),
  message: z.string().nullable(),
});
export type EditResult = z.output<typeof editResult>;

const assetFile = {
  name: contentName,
  tags: contentTags.default([]),
};

/** A place that shows an asset, and how often; the id is empty where there is nothing to open. */
const assetUse = z.object({
  kind: z.enum(['published', 'playlist', 'project', 'template', 'brand']),
  id: z.string(),
  name: z.string(),
  count: z.number().int().min(1),
});
export type AssetUse = z.output<typeof assetUse>;

const pendingPublication = publication.extend({
  publicId: z.string().nullable(),
  publicUrl: z.string().nullable(),
  version: z.number().int(),
});

/** The address of a published sign, or of an announcement with one event's data. */
const signId = z
  .string()
  .max(64)
  .regex(/^(pub|ann)_[0-9A-Za-z_-]+$/, 'This is not the id of a sign.');

/** What hangs on a display or in an iframe: the drawing and the data, nothing of who drew it. */
export const publicContent = z.object({
  publicId: z.string(),
  version: z.number().int(),
  name: z.string(),
  canvasSize: project.shape.canvasSize,
  canvasBackground: project.shape.canvasBackground,
  pages: project.shape.pages,
  elements: z.array(element),
  data: z.record(z.string(), z.unknown()),
  publishedAt: z.string(),
  endsAt: z.string().optional().describe('of an announcement: after it nothing is shown'),
});
export type PublicContent = z.output<typeof publicContent>;

const projects = {
  list: route('GET', '/content/projects', 'content.view', 'Projects, newest change first by default')
    .input(
      z.strictObject({
        ...pageQuery(24, 100),
        search: z.string().trim().max(100).optional(),
        status: project.shape.status.optional(),
        folder: id('fld').or(z.literal('none')).optional().describe('none: those in no folder'),
        tag: z.string().trim().max(limits.tagLength).optional(),
        sort: z.enum(projectSorts).default('updated').describe('size: the largest canvas first'),
      }),
    )
    .output(z.object({ projects: z.array(projectAnswer), pagination: pageInfo })),
  create: route('POST', '/content/projects', 'content.create', 'Make a project', { status: 201 })
    .input(
      projectFields.partial().extend({
        elements: z.array(newElement).max(limits.elementsPerSave).optional(),
        folderId: placeOfProject.folderId.optional(),
        tags: placeOfProject.tags.optional(),
        templateId: id('tpl').optional().describe('begins with what this template holds'),
      }),
    )
    .output(projectWithElements),
  get: route('GET', '/content/projects/{id}', 'content.view', 'One project with its elements')
    .input(z.strictObject({ id: projectId }))
    .output(projectWithElements),
  update: route(
    'PUT',
    '/content/projects/{id}',
    'content.edit',
    "Change a project's own fields; elements are saved apart",
  )
    .input(projectFields.partial().extend({ id: projectId, version: z.number().int().optional() }))
    .output(projectAnswer),
  remove: route('DELETE', '/content/projects/{id}', 'content.delete', 'Remove a project and what it drew')
    .input(z.strictObject({ id: projectId }))
    .output(message),
  duplicate: route('POST', '/content/projects/{id}/duplicate', 'content.create', 'Copy a project', {
    status: 201,
  })
    .input(z.strictObject({ id: projectId, name: contentName.optional() }))
    .output(projectWithElements),
  preview: route(
    'POST',
    '/content/projects/{id}/preview',
    'content.view',
    'The project with data in its variables',
    { afterTrial: true },
  )
    .input(z.strictObject({ id: projectId, data: z.record(z.string().max(100), z.unknown()).default({}) }))
    .output(projectWithElements.extend({ data: z.record(z.string(), z.unknown()) })),
};

const elements = {
  listElements: route('GET', '/content/projects/{id}/elements', 'content.view', 'The elements of a project')
    .input(z.strictObject({ id: projectId }))
    .output(z.object({ elements: z.array(element) })),
  createElement: route('POST', '/content/projects/{id}/elements', 'content.edit', 'Add an element', {
    status: 201,
  })
    .input(z.strictObject({ id: projectId, element: newElement }))
    .output(element),
  saveElements: route(
    'PUT',
    '/content/projects/{id}/elements',
    'content.edit',
    'Save many pending edits at once',
  )
    .input(z.strictObject({ id: projectId, edits: z.array(elementEdit).min(1).max(limits.elementsPerSave) }))
    .output(z.object({ results: z.array(editResult), saved: z.number().int(), refused: z.number().int() })),
  reorderElements: route('PUT', '/content/projects/{id}/elements/reorder', 'content.edit', 'Set layer orders')
    .input(
      z.strictObject({
        id: projectId,
        elementOrders: z
          .array(z.strictObject({ id: elementId, layerOrder: element.shape.layerOrder }))
          .min(1)
          .max(limits.elementsPerSave),
      }),
    )
    .output(z.object({ elements: z.array(element) })),
  updateElement: route('PUT', '/content/elements/{id}', 'content.edit', 'Change an element')
    .input(elementPatch.extend({ id: elementId, version: z.number().int().optional() }))
    .output(element),
  removeElement: route('DELETE', '/content/elements/{id}', 'content.edit', 'Remove an element')
    .input(z.strictObject({ id: elementId }))
    .output(message),
};

const assets = {
  listAssets: route('GET', '/content/assets', 'assets.view', 'The asset library')
    .input(
      z.strictObject({
        ...pageQuery(60, 200),
        search: z.string().trim().max(100).optional(),
        type: asset.shape.assetType.optional(),
        tag: z.string().trim().max(limits.tagLength).optional(),
      }),
    )
    .output(z.object({ assets: z.array(asset), pagination: pageInfo })),
  uploadAsset: route(
    'POST',
    '/content/assets',
    'assets.upload',
    'Upload a small file as a form (up to 4 MB)',
    {
      status: 201,
    },
  )
    .input(
      z.strictObject({
        file: z.instanceof(Blob, { message: 'Please choose a file.' }),
        name: contentName.optional(),
        tags: z
          .string()
          .max(limits.tags * (limits.tagLength + 1))
          .optional()
          .describe('joined by commas'),
      }),
    )
    .output(asset),
  startUpload: route(
    'POST',
    '/content/assets/uploads',
    'assets.upload',
    'A form for uploading straight to the bucket',
    {
      status: 201,
    },
  )
    .input(
      z.strictObject({
        ...assetFile,
        mimeType: z.string().max(255),
        fileSize: z.number().int().min(1, 'The file is empty.').max(limits.upload.elementFile),
      }),
    )
    .output(
      z.object({ asset, upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }) }),
    ),
  finishUpload: route(
    'POST',
    '/content/assets/{id}/complete',
    'assets.upload',
    'Tell that the upload has arrived',
  )
    .input(z.strictObject({ id: assetId }))
    .output(asset),
  setThumbnail: route(
    'PUT',
    '/content/assets/{id}/thumbnail',
    'assets.upload',
    'Give a video the picture that a browser took of it; one that is there stays',
  )
    .input(
      z.strictObject({
        id: assetId,
        image: z.string().min(1).max(limits.thumbnailLength).describe('a JPEG in base64'),
      }),
    )
    .output(asset),
  assetUses: route('GET', '/content/assets/{id}/uses', 'content.view', 'Where an asset is used')
    .input(z.strictObject({ id: assetId }))
    .output(z.object({ uses: z.array(assetUse) })),
  removeAsset: route('DELETE', '/content/assets/{id}', 'assets.delete', 'Remove an asset')
    .input(
      z.strictObject({
        id: assetId,
        inUse: z.stringbool().or(z.boolean()).optional().describe('true: also where something uses it'),
      }),
    )
    .output(message),
};

const variables = {
  listVariables: route('GET', '/content/variables', 'content.view', 'Merge fields')
    .input(z.strictObject({ category: z.string().max(100).optional() }))
    .output(z.object({ variables: z.array(variable) })),
  createVariable: route('POST', '/content/variables', 'content.edit', 'Add a merge field', { status: 201 })
    .input(variable.omit({ id: true, isSystemVariable: true }))
    .output(variable),
  initializeSystem: route(
    'POST',
    '/content/initialize-system',
    'content.edit',
    'Make the standard merge fields, once',
  )
    .input(z.strictObject({}))
    .output(z.object({ variables: z.number().int(), created: z.number().int() })),
};

const exports = {
  createExport: route('POST', '/content/projects/{id}/exports', 'content.export', 'Export a project', {
    status: 202,
  })
    .input(
      exportOptions
        .omit({ zipName: true })
        .extend({ id: projectId, data: z.record(z.string().max(100), z.unknown()).optional() }),
    )
    .output(contentExport),
  listExports: route(
    'GET',
    '/content/projects/{id}/exports',
    'content.export',
    "A project's exports, newest first",
  )
    .input(z.strictObject({ id: projectId, ...pageQuery(10, 100) }))
    .output(z.object({ exports: z.array(contentExport), pagination: pageInfo })),
  getExport: route('GET', '/content/exports/{id}', 'content.export', 'One export')
    .input(z.strictObject({ id: exportId }))
    .output(contentExport),
  exportStatus: route('GET', '/content/exports/{id}/status', 'content.export', 'How far an export is')
    .input(z.strictObject({ id: exportId }))
    .output(z.object({ export: contentExport, progress: exportProgress })),
  downloadExport: route(
    'GET',
    '/content/exports/{id}/download',
    'content.export',
    'An address that downloads the file',
  )
    .input(z.strictObject({ id: exportId }))
    .output(z.object({ downloadUrl: z.string(), filename: z.string(), expiresIn: z.number().int() })),
  removeExport: route('DELETE', '/content/exports/{id}', 'content.export', 'Remove an export and its file')
    .input(z.strictObject({ id: exportId }))
    .output(message),
};

const publishing = {
  publish: route('POST', '/content/projects/{id}/publish', 'content.publish', 'Show a project on displays')
    .input(publishOptions.extend({ id: projectId }))
    .output(
      z.object({
        message: z.string(),
        summary: z.object({
          successfulTakeovers: z.number().int(),
          failedTakeovers: z.number().int(),
          results: z.array(
            z.object({
              displayId: z.string(),
              name: z.string(),
              ok: z.boolean(),
              reason: z.string().nullable(),
            }),
          ),
        }),
        asset: z.object({ publicUrl: z.string() }),
        export: z.object({ id: z.string() }),
      }),
    ),
  unpublish: route(
    'POST',
    '/content/projects/{id}/unpublish',
    'content.publish',
    'Take a project off its displays and the web',
  )
    .input(z.strictObject({ id: projectId }))
    .output(message),
  publication: route('GET', '/content/projects/{id}/publication', 'content.view', 'Where a project is shown')
    .input(z.strictObject({ id: projectId }))
    .output(pendingPublication),
  publicContent: route('GET', '/content/public/{publicId}', 'public', 'A published sign; cached for 300 s')
    .input(z.strictObject({ publicId: signId, v: z.string().max(20).optional() }))
    .output(publicContent),
  publicWins: route(
    'GET',
    '/content/public/{publicId}/wins',
    'public',
    'What was won today, as much of it as a published sign shows',
  )
    .input(z.strictObject({ publicId: signId }))
    .output(wallWins),
  publicWeather: route(
    'GET',
    '/content/public/{publicId}/weather',
    'public',
    'The weather at the places that a published sign shows, for its next hours; cached for 300 s',
  )
    .input(z.strictObject({ publicId: signId }))
    .output(z.object({ places: z.record(z.string(), forecast).describe('by latitude,longitude') })),
  publicCharts: route(
    'GET',
    '/content/public/{publicId}/charts',
    'public',
    'The figures of the charts of reports that a published sign shows, as whoever published it sees them; cached for 30 s',
  )
    .input(z.strictObject({ publicId: signId }))
    .output(
      z.object({
        charts: z.array(
          z.object({
            key: z.string(),
            problem: z.string().describe('why there are no figures; empty where there are'),
            rows: z.array(z.object({ label: z.string(), value: z.number() })),
            total: z.number().nullable().describe('the figure of the whole period, of all rows'),
          }),
        ),
      }),
    ),
  publicFloor: route(
    'GET',
    '/content/public/{publicId}/floor',
    'public',
    'The live floor as far as a published sign shows it: agents by state, calls, waiting callers; in no cache',
  )
    .input(z.strictObject({ publicId: signId }))
    .output(signFloor),
};

export const content = {
  ...projects,
  ...elements,
  ...assets,
  ...variables,
  ...exports,
  ...personalised,
  ...publishing,
  ...forms,
  ...templates,
  ...bulkExports,
  ...brand,
  ...samples,
  ...versions,
  ...presence,
  ...folders,
};
