import * as z from 'zod';
import { elementAnimation } from './animation.ts';
import { boundedMap } from './bounded-map.ts';
import { canvasBackground, canvasSize, entityId, mediaUrl, pageList } from './canvas.ts';
import { contentLimits as limits } from './content-limits.ts';
import { refersTo } from './reference.ts';

export type { ElementAnimation } from './animation.ts';
export { animationTypes, elementAnimation } from './animation.ts';
export type { CanvasBackground, CanvasSize, Page, PageTransition } from './canvas.ts';
export { canvasBackground, canvasSize, entityId, mediaUrl } from './canvas.ts';
export { contentLimits } from './content-limits.ts';

/*
 * The entities of the visual editor (specification, section 3). Strict objects: an unknown field is refused.
 * zod numbers are finite, so NaN and Infinity never get in.
 */

const between = ({ min, max }: { min: number; max: number }) => z.number().min(min).max(max);
const wholeBetween = (range: { min: number; max: number }) => between(range).int();

export const contentName = z.string().trim().min(1, 'A name is required').max(limits.nameLength);
export const contentDescription = z.string().max(limits.descriptionLength);
export const timestamp = z.iso.datetime();
export const contentTags = z.array(z.string().trim().min(1).max(limits.tagLength)).max(limits.tags);
const version = z.number().int().min(1);

// ---------------------------------------------------------------- project

const projectStatus = z.enum(['draft', 'published', 'archived']);

export const project = z.strictObject({
  id: entityId,
  name: contentName,
  description: contentDescription,
  status: projectStatus,
  canvasSize,
  canvasBackground,
  /** Shown one after another; none, as of every project of earlier versions, is one page (shared/model/pages.ts). */
  pages: pageList.optional(),
  /** Names of the variables this project offers first, e.g. `lead.name`. */
  variables: z.array(z.string().min(1).max(limits.nameLength)).max(limits.variablesPerProject),
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** What a client may set of a project when it makes one. */
export const projectFields = project.pick({
  name: true,
  description: true,
  status: true,
  canvasSize: true,
  canvasBackground: true,
  pages: true,
  variables: true,
});

export const newProjectDefaults: ProjectFields = {
  name: 'New Project',
  description: 'A new content creation project',
  status: 'draft',
  canvasSize: { width: 1920, height: 1080 },
  canvasBackground: { type: 'solid', color: '#ffffff' },
  variables: [],
};

// ---------------------------------------------------------------- element

export const baseElementTypes = [
  'text',
  'image',
  'video',
  'shape',
  'button',
  'chart',
  'animation',
  'confetti',
  'qr_code',
  'timer',
  'weather',
  'video_player',
  'sales_rep_photo',
  'standard_photo',
] as const;

export const element = z.strictObject({
  id: entityId,
  elementType: z.enum(baseElementTypes),
  /** Top left corner of the unrotated box in canvas px; z only breaks ties of layerOrder. */
  position: z.strictObject({
    x: between(limits.coordinate),
    y: between(limits.coordinate),
    z: between(limits.coordinate).default(0),
  }),
  size: z.strictObject({ width: between(limits.elementSide), height: between(limits.elementSide) }),
  /** Degrees, clockwise about the centre. */
  rotation: z.number().min(-360).max(360).default(0),
  layerOrder: wholeBetween(limits.layerOrder),
  opacity: z.number().min(0).max(1).default(1),
  isVisible: z.boolean().default(true),
  isLocked: z.boolean().default(false),
  styles: boundedMap.default({}),
  animations: z.array(elementAnimation).max(limits.animationsPerElement).default([]),
  /** Holds `customElementType`; a type that this release does not know is kept as it came. */
  properties: boundedMap.default({}),
  assetId: refersTo('asset', entityId, 'clear').nullable().default(null),
  metadata: boundedMap.default({}),
  groupId: entityId.nullable().default(null),
  /** The page it lies on; without one, the page `main`. */
  pageId: entityId.nullable().optional(),
  constraints: boundedMap.default({}),
  version: version.default(1),
});

// ---------------------------------------------------------------- assets and variables

export const assetTypes = ['image', 'video', 'audio', 'document'] as const;

export const asset = z.strictObject({
  id: entityId,
  name: contentName,
  assetType: z.enum(assetTypes),
  mimeType: z.string().max(255),
  publicUrl: mediaUrl,
  thumbnailUrl: mediaUrl.nullable(),
  /** Bytes. */
  fileSize: z.number().int().min(0),
  tags: contentTags,
  usageCount: z.number().int().min(0),
  processingStatus: z.enum(['pending', 'processing', 'completed', 'failed']),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const variableSources = ['lead', 'call', 'tenant', 'system', 'rep', 'external_api'] as const;
const variableDataTypes = [
  'text',
  'number',
  'currency',
  'phone',
  'email',
  'date',
  'time',
  'url',
  'image',
  'boolean',
] as const;

export const variable = z.strictObject({
  id: entityId,
  /** What stands between the braces: `lead.name`. */
  name: z
    .string()
    .max(limits.nameLength)
    .regex(/^[A-Za-z_]\w*(\.\w+)+$/, 'must be a source and a field, such as lead.name'),
  displayName: contentName,
  description: contentDescription,
  category: z.string().min(1).max(limits.nameLength),
  dataSource: z.enum(variableSources),
  dataType: z.enum(variableDataTypes),
  defaultValue: z.string().max(limits.textLength).nullable(),
  isSystemVariable: z.boolean(),
  isRequired: z.boolean(),
});

// ---------------------------------------------------------------- exports

const videoFormats = ['mp4', 'webm', 'gif'] as const;
const videoFrameRates = [24, 25, 30, 60] as const;

export const exportOptions = z.strictObject({
  exportType: z.enum(['image', 'video', 'pdf', 'html']),
  /** Only for exportType image. */
  imageFormat: z.enum(['png', 'jpeg', 'webp']).default('png'),
  quality: z.enum(['low', 'medium', 'high']).default('high'),
  dimensions: z
    .strictObject({ width: wholeBetween(limits.exportSide), height: wholeBetween(limits.exportSide) })
    .default({ width: 1920, height: 1080 }),
  includeAnimations: z.boolean().default(true),
  backgroundColor: z.string().min(1).max(limits.colorLength).default('#ffffff'),
  /** The one page to export. Without it a picture shows the first page, and any other file all of them. */
  pageId: entityId.optional(),
  /** Seconds; only for exportType video. */
  duration: z
    .number()
    .min(limits.exportDuration.min, 'A video is at least one second long.')
    .max(limits.exportDuration.max, 'A video may be at most 3,600 seconds (one hour) long.')
    .default(10),
  /** Only for exportType video. */
  videoFormat: z.enum(videoFormats).default('mp4'),
  /** Pictures a second; only for exportType video. */
  fps: z.literal(videoFrameRates).default(30),
  /** Only for bulk exports: `{zipName}.zip`. */
  zipName: z.string().trim().min(1).max(limits.nameLength).default('bulk-export'),
});

export const contentExport = z.strictObject({
  id: entityId,
  projectId: entityId,
  exportType: exportOptions.shape.exportType,
  filename: z.string().max(255),
  fileSize: z.number().int().min(0).nullable(),
  status: z.enum(['processing', 'completed', 'failed']),
  /** Percent. */
  progress: z.number().min(0).max(100),
  errorMessage: z.string().max(limits.messageLength).nullable(),
  options: exportOptions,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const exportProgress = z.strictObject({
  stage: z.string(),
  progress: z.number().min(0).max(100),
  message: z.string(),
  timestamp,
});

// ---------------------------------------------------------------- publishing

export const publishOptions = z.strictObject({
  displayIds: z
    .array(refersTo('display', entityId))
    .min(1, 'Choose at least one display')
    .max(limits.displays)
    .refine((ids) => new Set(ids).size === ids.length, 'Each display may be named once'),
  priority: z.enum(['NORMAL', 'HIGH', 'EMERGENCY']).default('NORMAL'),
  /** Minutes; null means permanent. */
  duration: between(limits.publishMinutes).nullable().default(null),
  message: z.string().max(limits.messageLength).default('New content update'),
  restoreAfter: z.boolean().default(true),
});

export const display = z.strictObject({
  id: entityId,
  name: z.string(),
  location: z.string(),
  /** 'online', or whatever else the signage provider says. */
  status: z.string(),
  lastSeen: timestamp.nullable(),
});

export const publication = z.strictObject({
  status: z.enum(['published', 'publishing', 'failed', 'not_published']),
  publishedAt: timestamp.nullable(),
  displays: z.array(display),
  errorMessage: z.string().nullable(),
});

export type Project = z.output<typeof project>;
export type ProjectFields = z.output<typeof projectFields>;
export type BaseElementType = (typeof baseElementTypes)[number];
export type Element = z.output<typeof element>;
export type Asset = z.output<typeof asset>;
export type Variable = z.output<typeof variable>;
export type ExportOptions = z.output<typeof exportOptions>;
export type ContentExport = z.output<typeof contentExport>;
export type ExportProgress = z.output<typeof exportProgress>;
export type PublishOptions = z.output<typeof publishOptions>;
export type Display = z.output<typeof display>;
export type Publication = z.output<typeof publication>;
