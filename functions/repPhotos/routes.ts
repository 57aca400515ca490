import { routesOf } from '#functions/kernel/http.ts';
import { repPhotos } from '#shared/api/rep-photos.ts';
import { startUpload } from './files.ts';
import { history } from './history.ts';
import { addFromCsv, addMany } from './many.ts';
import {
  cropPhoto,
  fallback,
  listPhotos,
  photoByEmail,
  removePhoto,
  setFallback,
  uploadPhoto,
} from './photos.ts';
import { trackUse, usage } from './uses.ts';
import { generateVideo, videoStatus } from './video.ts';

const r = routesOf(repPhotos);

export const routes = r.router({
  list: r.list.handler(({ input }) => listPhotos(input.search, input.limit)),
  upload: r.upload.handler(({ input: { photo, uploadId, replace, ...rep } }) =>
    uploadPhoto(rep, photo, uploadId, replace),
  ),
  uploadForm: r.uploadForm.handler(({ input }) => startUpload(input.mimeType, input.fileSize)),
  bulk: r.bulk.handler(({ input }) => addMany(input.photos, input.mappings, input.replace)),
  csv: r.csv.handler(({ input }) => addFromCsv(input.csv, input.columnMapping, input.replace)),
  byEmail: r.byEmail.handler(({ input }) => photoByEmail(input.email)),
  fallback: r.fallback.handler(() => fallback()),
  setFallback: r.setFallback.handler(({ input }) => setFallback(input.photo, input.uploadId)),
  remove: r.remove.handler(async ({ input }) => {
    await removePhoto(input.id);
    return { message: 'Photo deleted successfully' };
  }),
  crop: r.crop.handler(({ input }) => cropPhoto(input.id, input.crop)),
  trackUse: r.trackUse.handler(async ({ input }) => {
    await trackUse(input.id, input.feature, input.kind);
    return { message: 'Counted.' };
  }),
  generateVideo: r.generateVideo.handler(({ input }) => generateVideo(input)),
  video: r.video.handler(({ input }) => videoStatus(input.id)),
  history: r.history.handler(async ({ input }) => ({ history: await history(input.limit) })),
  usage: r.usage.handler(({ input }) => usage(input.period)),
});
