import { z } from 'zod';
import { exportOptions } from '../model/content.ts';
import {
  personalisedBatch,
  personalisedItem,
  personalisedRecord,
  personalisedLimits as videoLimits,
} from '../model/personalised.ts';
import { csvMapping, csvReading } from '../model/records-csv.ts';
import { id, message, pageInfo, pageQuery, route } from './contract.ts';

const projectId = id('prj');
const batchId = id('bat');
const uploadId = id('csv');
const download = z.object({ downloadUrl: z.string(), filename: z.string(), expiresIn: z.number().int() });

/** One project, a list of records, a video for each. */
export const personalised = {
  startRecordsUpload: route(
    'POST',
    '/content/personalised/uploads',
    'personalisedVideos.manage',
    'A form for uploading a CSV file of records straight to the bucket',
    { status: 201 },
  )
    .input(
      z.strictObject({
        fileSize: z
          .number()
          .int()
          .min(1, 'The file is empty.')
          .max(videoLimits.csvBytes, 'A CSV file may have 20 MB.'),
      }),
    )
    .output(
      z.object({
        uploadId,
        upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
      }),
    ),
  readRecords: route(
    'POST',
    '/content/projects/{id}/personalised/records',
    'personalisedVideos.manage',
    'What an uploaded CSV file holds, and which columns most likely fill which variables',
  )
    .input(z.strictObject({ id: projectId, uploadId }))
    .output(csvReading),
  createPersonalised: route(
    'POST',
    '/content/projects/{id}/personalised',
    'personalisedVideos.manage',
    'One video for each of up to 10,000 records, given as a list or as an uploaded CSV file',
    { status: 202 },
  )
    .input(
      exportOptions.omit({ zipName: true, exportType: true, imageFormat: true, pageId: true }).extend({
        id: projectId,
        records: z
          .array(personalisedRecord)
          .min(1, 'Give at least one record.')
          .max(videoLimits.records, 'A batch holds at most 10,000 records.')
          .optional(),
        csv: csvMapping.extend({ uploadId }).optional(),
      }),
    )
    .output(personalisedBatch),
  listBatches: route(
    'GET',
    '/content/personalised',
    'personalisedVideos.view',
    'Batches of personalised videos, newest first',
  )
    .input(z.strictObject({ projectId: projectId.optional(), ...pageQuery(20, 100) }))
    .output(z.object({ batches: z.array(personalisedBatch), pagination: pageInfo })),
  getPersonalised: route('GET', '/content/personalised/{id}', 'personalisedVideos.view', 'How far a batch is')
    .input(z.strictObject({ id: batchId }))
    .output(personalisedBatch),
  listPersonalised: route(
    'GET',
    '/content/personalised/{id}/items',
    'personalisedVideos.view',
    'The videos of a batch',
  )
    .input(z.strictObject({ id: batchId, status: z.enum(['failed']).optional(), ...pageQuery(50, 200) }))
    .output(z.object({ items: z.array(personalisedItem), pagination: pageInfo })),
  downloadPersonalised: route(
    'GET',
    '/content/personalised/{id}/download',
    'personalisedVideos.view',
    'All videos as a zip, or a CSV of links, which very large batches have alone; or the failed records as a CSV',
  )
    .input(z.strictObject({ id: batchId, as: z.enum(['zip', 'links', 'failures']).optional() }))
    .output(download),
  cancelPersonalised: route(
    'POST',
    '/content/personalised/{id}/cancel',
    'personalisedVideos.manage',
    'Stop; what is made is kept',
  )
    .input(z.strictObject({ id: batchId }))
    .output(personalisedBatch),
  retryPersonalised: route(
    'POST',
    '/content/personalised/{id}/retry',
    'personalisedVideos.manage',
    'Make the videos that failed, or that were not made before it was cancelled, once more',
    { status: 202 },
  )
    .input(z.strictObject({ id: batchId }))
    .output(personalisedBatch),
  removePersonalised: route(
    'DELETE',
    '/content/personalised/{id}',
    'personalisedVideos.manage',
    'Remove a batch and its videos',
  )
    .input(z.strictObject({ id: batchId }))
    .output(message),
};
