/** What other nouns use of this one. They import this file and no other. */

export { removedAssetWork, uploadAsset } from './assets/use-cases.ts';
export { bulkWork } from './bulk/work.ts';
export { exportWork } from './exports/revive.ts';
export { findExport, type StoredExport } from './exports/store.ts';
export { type ExportSource, exportFiles } from './exports/use-cases.ts';
export { silenceKey, soundKey } from './exports/video/cleanup.ts';
export { finishJoining, joinWhenComplete } from './exports/video/join.ts';
export { bitrateOf, type FrameRange, groupFrames } from './exports/video/plan.ts';
export { findPart, partsOf } from './exports/video/store.ts';
export {
  completePart,
  divide,
  failVideo,
  type PartMessage,
  releasePart,
  reportPart,
  sendParts,
  takePartForRendering,
} from './exports/video/work.ts';
export {
  completeExport,
  failExport,
  heartbeatMs,
  leaseMs,
  releaseExport,
  reportProgress,
  restOfLease,
  takeForRendering,
} from './exports/work.ts';
export { batchRemovalWork } from './personalised/remove.ts';
export { fileKey } from './personalised/use-cases.ts';
export {
  batchWork,
  endChunk,
  existingFile,
  fileOf,
  finishWhenComplete,
  keepChunk,
  maxChunkAttempts,
  noteOutcome,
  passOn,
  sendChunks,
  type TakenChunk,
  takeChunk,
} from './personalised/work.ts';
export { projectOr404, publicPage } from './projects/read.ts';
export { allProjects, hiddenProjects, projectsThere } from './projects/store.ts';
export { createProject, removeProject } from './projects/write.ts';
export {
  announce,
  announcementWork,
  type NewAnnouncement,
  removeAnnouncementAt,
} from './publications/announce.ts';
export { publish } from './publications/publish.ts';
export { type Content, showables } from './publications/showables.ts';
export { ensurePublished, publishNow } from './publications/snapshot.ts';
export { findPublication } from './publications/store.ts';
export { heldSubmissionWork } from './submissions/held.ts';
export { callFor, Undeliverable } from './submissions/webhook.ts';
export { allTemplates } from './templates/store.ts';
export { createTemplate } from './templates/use-cases.ts';
export { initializeSystem } from './variables/use-cases.ts';
