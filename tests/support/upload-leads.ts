import { expect } from 'vitest';
import { api } from '#shared/api/index.ts';
import type { as } from './tenant.ts';

const { leads } = api;

/** Puts a file of leads where an import finds it, as a browser does. @returns its `uploadId` */
export async function upload(
  caller: ReturnType<typeof as>,
  file: string | Uint8Array<ArrayBuffer>,
): Promise<string> {
  const blob = new Blob([file], { type: 'text/csv' });
  const fileSize = Math.max(1, blob.size);
  const { body } = await caller.call(leads.startImportUpload, { filename: 'list.csv', fileSize });
  const form = new FormData();
  for (const [name, value] of Object.entries(body.upload.fields)) form.append(name, value);
  form.append('file', blob);
  expect((await fetch(body.upload.url, { method: 'POST', body: form })).status).toBeLessThan(300);
  return body.uploadId;
}
