/* What the benchmark runs of the product; bundled as the functions are, since the page is built into the renderer. */
export { elementsOf } from '#functions/content/elements/store.ts';
export { exportFiles } from '#functions/content/exports/use-cases.ts';
export { removeBatch } from '#functions/content/personalised/remove.ts';
export {
  cancelBatch,
  createBatch,
  listItems,
} from '#functions/content/personalised/use-cases.ts';
export { takeChunk } from '#functions/content/personalised/work.ts';
export { createProject } from '#functions/content/projects/write.ts';
export { asSystem } from '#functions/kernel/actor.ts';
export { closeBrowser, withPage } from '#functions/render/browser.ts';
export { encodeIn } from '#functions/render/video.ts';
export { createTenant } from '#functions/tenants/create.ts';
