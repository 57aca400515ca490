/** What other nouns use of this one. They import this file and no other. */

export { soundAddress } from './assets/sound.ts';
export { assetsThere } from './assets/store.ts';
export { removedAssetWork, uploadAsset } from './assets/use-cases.ts';
export { bulksAsJobs } from './bulk/as-jobs.ts';
export { bulkWork } from './bulk/work.ts';
export {
  type Displays,
  displays,
  type PlaylistContents,
  type Takeover,
  type TakeoverResult,
} from './displays.ts';
export { removeExport } from './exports/remove.ts';
export { exportWork } from './exports/revive.ts';
export {
  downloadExport,
  type ExportSource,
  exportFor,
  exportOr404,
  exportTemplate,
  showExport,
} from './exports/use-cases.ts';
export { batchesAsJobs } from './personalised/as-jobs.ts';
export { batchRemovalWork } from './personalised/remove.ts';
export { createBatch } from './personalised/use-cases.ts';
export { batchWork } from './personalised/work.ts';
export { projectOr404 } from './projects/read.ts';
export { allProjects, hiddenProjects, projectsThere } from './projects/store.ts';
export { createProject, removeProject } from './projects/write.ts';
export { beginAnnouncement, drawAnnouncement } from './publications/announcement.ts';
export {
  type Announcement,
  endAnnouncementAt,
  findAnnouncement,
  removeAnnouncement,
  removeAnnouncementAt,
} from './publications/announcement-store.ts';
export { type Content, showables } from './publications/showables.ts';
export { ensurePublished, publishNow } from './publications/snapshot.ts';
export { contentTerms } from './submissions/data-terms.ts';
export { heldSubmissionWork } from './submissions/held.ts';
export { contentPersonalData } from './submissions/personal-data.ts';
export { contentTermErasers } from './submissions/term-erasers.ts';
export { callFor, Undeliverable } from './submissions/webhook.ts';
export { mayUse } from './templates/read.ts';
export { allTemplates } from './templates/store.ts';
export { createTemplate } from './templates/use-cases.ts';
export { chartsOfSigns } from './variables/charts.ts';
export { initializeSystem } from './variables/use-cases.ts';
