import { badRequest } from '#functions/kernel/errors.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { content } from '#shared/api/content.ts';
import { exportOptions } from '#shared/model/content.ts';
import { projectOr404 } from '../projects/read.ts';
import { readRecords, recordsOfUpload, startRecordsUpload } from './csv.ts';
import { downloadBatch } from './downloads.ts';
import { withFaces } from './faces.ts';
import { removeBatch } from './remove.ts';
import { retryBatch } from './retry.ts';
import {
  batchAnswer,
  batchOr404,
  cancelBatch,
  createBatch,
  listBatches,
  listFailed,
  listItems,
} from './use-cases.ts';

const r = routesOf(content);

export const personalised = {
  startRecordsUpload: r.startRecordsUpload.handler(() => startRecordsUpload()),
  readRecords: r.readRecords.handler(({ input }) => readRecords(input.id, input.uploadId)),
  createPersonalised: r.createPersonalised.handler(async ({ input: { id, records, csv, ...options } }) => {
    await projectOr404(id);
    if ((records === undefined) === (csv === undefined))
      throw badRequest('Give either a list of records or a CSV file.');
    const parsed = exportOptions.parse({ ...options, exportType: 'video' });
    const faced = await withFaces(records ?? (await recordsOfUpload(csv!)));
    return createBatch({ projectId: id, options: parsed, records: faced });
  }),
  listBatches: r.listBatches.handler(({ input }) => listBatches(input.projectId, input.page, input.limit)),
  getPersonalised: r.getPersonalised.handler(async ({ input }) => batchAnswer(await batchOr404(input.id))),
  listPersonalised: r.listPersonalised.handler(({ input: { id, status, page, limit } }) =>
    status === 'failed' ? listFailed(id, page, limit) : listItems(id, page, limit),
  ),
  downloadPersonalised: r.downloadPersonalised.handler(({ input }) => downloadBatch(input.id, input.as)),
  cancelPersonalised: r.cancelPersonalised.handler(({ input }) => cancelBatch(input.id)),
  retryPersonalised: r.retryPersonalised.handler(({ input }) => retryBatch(input.id)),
  removePersonalised: r.removePersonalised.handler(async ({ input }) => {
    await removeBatch(input.id);
    return { message: 'Batch deleted.' };
  }),
};
