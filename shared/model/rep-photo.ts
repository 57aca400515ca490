import * as z from 'zod';

export const repPhotoLimits = {
  /** Bytes of one photo. */
  bytes: 10 * 1024 * 1024,
  /** Bytes of all photos of one call; larger ones are uploaded by a form. The gateway takes a third more as base64. */
  callBytes: 4_500_000,
  /** px of one photo, told by its head before it is decoded. */
  pixels: 40_000_000,
  bulk: 50,
  /** Rows of one CSV call, and the bytes of its file. */
  csvRows: 500,
  csvBytes: 1_000_000,
  text: 120,
  list: 100,
  history: 50,
} as const;

/** Sides of the square previews, px. */
export const previewSides = { small: 96, medium: 320, large: 800 } as const;
export type PreviewSize = keyof typeof previewSides;

/** What is taken, by what the bytes are. */
export const repPhotoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Where the square lies that previews show: its centre in parts of the photo, and how much closer it is. */
export const repPhotoCrop = z.strictObject({
  x: z.coerce.number().min(0).max(1),
  y: z.coerce.number().min(0).max(1),
  zoom: z.coerce.number().min(1, 'At least 1.').max(4, 'At most 4.'),
});
export type RepPhotoCrop = z.output<typeof repPhotoCrop>;

export const repPicture = z.object({
  fileSize: z.number().int().describe('bytes'),
  mimeType: z.enum(repPhotoTypes),
  uploadedAt: z.iso.datetime(),
  previewUrls: z.object({ small: z.string(), medium: z.string(), large: z.string() }),
  thumbnailUrl: z.string().describe('the small preview'),
  url: z.string().describe('the photo itself, upright and without its metadata'),
  photoUrl: z.string().describe('the same as url'),
});
export type RepPicture = z.output<typeof repPicture>;

export const repPhoto = repPicture.extend({
  id: z.string(),
  repEmail: z.string(),
  repName: z.string(),
  repTitle: z.string(),
  crop: repPhotoCrop.nullable().describe('null: centred by itself'),
  mayDelete: z.boolean().describe('whether the caller may delete it: their own, or an admin any'),
});
export type RepPhoto = z.output<typeof repPhoto>;

export const repPhotoActions = {
  upload: 'Upload',
  replace: 'Replacement',
  bulk: 'Bulk upload',
  csv: 'CSV upload',
  crop: 'Crop',
  delete: 'Deletion',
  fallback: 'Fallback photo',
  video: 'Celebration video',
} as const;
export type RepPhotoAction = keyof typeof repPhotoActions;

export const repPhotoHistory = z.object({
  id: z.string(),
  repEmail: z.string(),
  repName: z.string(),
  result: z.enum(['success', 'failed', 'skipped']),
  action: z.enum(Object.keys(repPhotoActions) as [RepPhotoAction, ...RepPhotoAction[]]),
  timestamp: z.iso.datetime(),
  details: z.string(),
});
export type RepPhotoHistory = z.output<typeof repPhotoHistory>;

/** Where photos are used, as usage statistics count it. */
export const repPhotoFeatures = {
  contentCreator: 'Content creator',
  celebrationVideos: 'Celebration videos',
  emailSignatures: 'E-mail signatures',
  other: 'Elsewhere',
} as const;
export type RepPhotoFeature = keyof typeof repPhotoFeatures;

/** The periods of usage statistics, in days up to today. */
export const repPhotoPeriods = { day: 1, week: 7, month: 30, year: 365 } as const;
export type RepPhotoPeriod = keyof typeof repPhotoPeriods;

export interface RepPhotoColumns {
  name: string;
  email: string;
  photoUrl: string;
}

const columnWords = {
  email: ['email', 'e-mail', 'mail'],
  photoUrl: ['url', 'photo', 'image'],
  name: ['name'],
} as const;

/** Which columns hold what, told by their headers; '' where none does. One column is taken once. */
export function repPhotoColumns(headers: readonly string[]): RepPhotoColumns {
  const taken = new Set<string>();
  const found = { name: '', email: '', photoUrl: '' };
  for (const field of Object.keys(columnWords) as (keyof RepPhotoColumns)[]) {
    const header = headers.find(
      (one) => !taken.has(one) && columnWords[field].some((word) => one.toLowerCase().includes(word)),
    );
    if (header === undefined) continue;
    taken.add(header);
    found[field] = header;
  }
  return found;
}

/** Bytes as people read them here: 12.3 KB. */
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
