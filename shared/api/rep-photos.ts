import * as z from 'zod';
import {
  repPhotoLimits as limits,
  type RepPhotoPeriod,
  repPhoto,
  repPhotoCrop,
  repPhotoFeatures,
  repPhotoHistory,
  repPhotoPeriods,
  repPicture,
} from '../model/rep-photo.ts';
import { id, message, route } from './contract.ts';

const photoId = id('rph');
const keysOf = <T extends object>(labels: T) =>
  z.enum(Object.keys(labels) as [keyof T & string, ...(keyof T & string)[]]);
const repEmail = (missing: string) =>
  z
    .string(missing)
    .trim()
    .toLowerCase()
    .min(1, { error: missing, abort: true })
    .email('Please enter a valid e-mail address.')
    .max(254);
const text = z.string().trim().max(limits.text, `At most ${limits.text} characters.`);
const uploadId = z
  .string()
  .regex(/^upl_[\w-]{1,60}$/, 'This is no upload.')
  .describe('a photo that was uploaded by a form');
const flag = z.stringbool().or(z.boolean()).default(false);
const photo = (missing: string) => z.instanceof(Blob, { message: missing }).optional();
const chooseBoth = 'Please select a file and enter an email';
const json = (what: string) => z.string().max(100_000).describe(what);

const crop = repPhotoCrop.describe(
  'the square that is shown, such as around the face; without it, where the eye is drawn to',
);

const summary = z.object({
  successful: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int().describe('they have a photo already'),
});

/** One photo of a bulk upload; without `uploadId` it is the next of `photos`. */
export const bulkMapping = z.strictObject({
  repEmail: repEmail('Please select files and provide email for each'),
  repName: text.default(''),
  repTitle: text.default(''),
  uploadId: uploadId.optional(),
  crop: crop.optional(),
});
export const bulkMappings = z
  .array(bulkMapping)
  .min(1, 'Please select files and provide email for each')
  .max(limits.bulk, `At most ${limits.bulk} photos at a time.`);
export const csvColumns = z.strictObject({
  name: z.string().max(200).default(''),
  email: z.string().max(200).default(''),
  photoUrl: z.string().max(200).default(''),
});

export const repVideo = z.object({
  videoUrl: z.string().optional().describe('where it is downloaded, for ten minutes'),
  processingTimeMs: z.number().int().optional(),
  id: z.string().optional().describe('while it is being made: ask for it again by this'),
  status: z.enum(['processing', 'completed', 'failed']),
  error: z.string().optional(),
});

export const repPhotos = {
  list: route('GET', '/sales-rep-photos', 'repPhotos.view', 'Photos of sales reps, by name')
    .input(
      z.strictObject({
        search: z.string().trim().max(100).optional().describe('in names and e-mail addresses'),
        limit: z.coerce.number().int().min(1).max(1_000).default(limits.list),
      }),
    )
    .output(z.object({ assets: z.array(repPhoto), total: z.number().int() })),
  upload: route('POST', '/sales-rep-photos', 'repPhotos.add', 'Add the photo of a sales rep', { status: 201 })
    .input(
      z.strictObject({
        photo: photo(chooseBoth),
        uploadId: uploadId.optional(),
        repEmail: repEmail(chooseBoth),
        repName: text.default(''),
        repTitle: text.default(''),
        crop: crop.optional(),
        replace: flag,
      }),
    )
    .output(repPhoto),
  uploadForm: route(
    'POST',
    '/sales-rep-photos/upload-form',
    'repPhotos.add',
    'A form for uploading a large photo straight to the bucket, for 15 minutes',
    { status: 201 },
  )
    .input(
      z.strictObject({
        mimeType: repPicture.shape.mimeType,
        fileSize: z
          .number()
          .int()
          .min(1, 'The file is empty.')
          .max(limits.bytes, 'A photo may have at most 10 MB.'),
      }),
    )
    .output(z.object({ uploadId: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) })),
  bulk: route('POST', '/sales-rep-photos/bulk', 'repPhotos.add', 'Add up to 50 photos at once')
    .input(
      z.strictObject({
        photos: z
          .union([
            z.array(z.instanceof(Blob)).max(limits.bulk, `At most ${limits.bulk} photos at a time.`),
            z.instanceof(Blob),
          ])
          .optional(),
        mappings: json('a JSON list of {repEmail, repName, uploadId, crop}, in the order of the photos'),
        replace: flag,
      }),
    )
    .output(
      z.object({
        summary,
        results: z.array(
          z.object({
            repEmail: z.string(),
            result: z.enum(['success', 'failed', 'skipped']),
            reason: z.string().describe('empty where it was added'),
          }),
        ),
      }),
    ),
  csv: route(
    'POST',
    '/sales-rep-photos/csv',
    'repPhotos.add',
    'Add the photos whose addresses a CSV file names',
  )
    .input(
      z.strictObject({
        csv: z.instanceof(Blob, { message: 'Please select a CSV file' }).optional(),
        columnMapping: json('JSON {name, email, photoUrl}: headers of columns').optional(),
        replace: flag,
      }),
    )
    .output(
      z.object({
        summary,
        failed: z.array(z.object({ email: z.string(), error: z.string() })),
        added: z.array(repPhoto),
      }),
    ),
  byEmail: route(
    'GET',
    '/sales-rep-photos/by-email',
    'repPhotos.view',
    'The photo of the rep with an address',
  )
    .input(z.strictObject({ email: repEmail('Please enter an email address') }))
    .output(repPhoto),
  fallback: route(
    'GET',
    '/sales-rep-photos/fallback',
    'repPhotos.view',
    'The photo that stands for reps who have none',
  )
    .input(z.strictObject({}))
    .output(z.object({ photo: repPicture.nullable() })),
  setFallback: route(
    'PUT',
    '/sales-rep-photos/fallback',
    'repPhotos.manage',
    'Set the photo that stands for reps who have none',
  )
    .input(
      z.strictObject({
        photo: photo('Please select a file'),
        uploadId: uploadId.optional(),
      }),
    )
    .output(z.object({ photo: repPicture.nullable() })),
  remove: route(
    'DELETE',
    '/sales-rep-photos/{id}',
    'repPhotos.add',
    'Delete a photo: one’s own, or an admin any',
  )
    .input(z.strictObject({ id: photoId }))
    .output(message),
  crop: route(
    'PUT',
    '/sales-rep-photos/{id}/crop',
    'repPhotos.add',
    'Say by hand which square of a photo is shown, or have it centred again',
  )
    .input(z.strictObject({ id: photoId, crop: repPhotoCrop.nullable() }))
    .output(repPhoto),
  trackUse: route(
    'POST',
    '/sales-rep-photos/{id}/uses',
    'repPhotos.view',
    'Tell that a photo was seen or taken',
    // A count, told by who looks, which is allowed after a trial too.
    { afterTrial: true },
  )
    .input(
      z.strictObject({
        id: photoId,
        kind: z.enum(['view', 'download']),
        feature: z.enum(['contentCreator', 'other']).default('other'),
      }),
    )
    .output(message),
  generateVideo: route(
    'POST',
    '/sales-rep-photos/generate-video',
    'repPhotos.add',
    'A celebration of a deal as a video: at once, or 202 with an id to ask by',
  )
    .input(
      z.strictObject({
        repEmail: repEmail('Please enter a sales rep email'),
        repName: text.default(''),
        dealAmount: z.coerce.number().min(0).max(1_000_000_000_000).optional(),
        companyName: text.default(''),
      }),
    )
    .output(repVideo),
  video: route('GET', '/sales-rep-photos/videos/{id}', 'repPhotos.view', 'How far a celebration video is')
    .input(z.strictObject({ id: id('exp') }))
    .output(repVideo),
  history: route(
    'GET',
    '/sales-rep-photos/history',
    'repPhotos.view',
    'What was done to photos, newest first',
  )
    .input(z.strictObject({ limit: z.coerce.number().int().min(1).max(500).default(limits.history) }))
    .output(z.object({ history: z.array(repPhotoHistory) })),
  usage: route('GET', '/sales-rep-photos/usage', 'repPhotos.manage', 'How often photos were seen and taken')
    .input(z.strictObject({ period: keysOf(repPhotoPeriods).default('month') }))
    .output(
      z.object({
        period: z.custom<RepPhotoPeriod>(),
        totalPhotos: z.number().int(),
        totalViews: z.number().int(),
        totalDownloads: z.number().int(),
        mostViewedPhotos: z.array(
          z.object({ repName: z.string(), repEmail: z.string(), views: z.number().int() }),
        ),
        usageByFeature: z.record(keysOf(repPhotoFeatures), z.number().int()),
      }),
    ),
};
