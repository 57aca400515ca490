import { afterEach } from 'vitest';
import { describePages } from './browser.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What the open pages showed when the test failed. */
    pages?: string[];
  }
}

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') task.meta.pages = await describePages();
});
