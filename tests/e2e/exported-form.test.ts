import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newElement } from '#shared/scene/registry.ts';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* A sign that was exported as HTML: its forms on another website, and from a folder. */

let product: Product;
let caller: Caller;
let projectId: string;
let visitor: Visit;
let elsewhere: Server;
const folder = mkdtempSync(join(tmpdir(), 'dealbell-html-'));

const types: Record<string, string> = { html: 'text/html', js: 'text/javascript' };

/** Exports the sign as it is now into a folder of that name. */
async function exported(name: string): Promise<string> {
  const { id } = await caller.ask<{ id: string }>('POST', `/content/projects/${projectId}/exports`, {
    exportType: 'html',
  });
  const end = Date.now() + 60_000;
  let status = 'processing';
  while (status === 'processing' && Date.now() < end) {
    await visitor.page.waitForTimeout(200);
    status = (await caller.ask<{ status: string }>('GET', `/content/exports/${id}`)).status;
  }
  expect(status).toBe('completed');
  const { downloadUrl } = await caller.ask<{ downloadUrl: string }>('GET', `/content/exports/${id}/download`);
  const files = unzipSync(new Uint8Array(await (await fetch(downloadUrl)).arrayBuffer()));
  mkdirSync(join(folder, name));
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, name, file), bytes);
  return name;
}

async function fillIn(address: string) {
  const { page } = visitor;
  await page.goto(address);
  const form = page.getByRole('form', { name: 'Get in touch' });
  await form.getByLabel('Name').fill('Jo');
  await form.getByLabel('E-mail').fill('jo@example.com');
  await form.getByLabel('Message').fill('From elsewhere');
  await form.getByRole('button', { name: 'Send message' }).click();
  return form;
}

beforeAll(async () => {
  product = await shareProduct();
  caller = await product.signIn('admin');
  visitor = await visit(product.origin);
  const {
    id: _id,
    version: _version,
    ...form
  } = newElement('contact_form', { id: 'x', x: 40, y: 40, layerOrder: 0 });
  const project = await caller.ask<{ id: string }>('POST', '/content/projects', {
    name: 'Handout',
    canvasSize: { width: 1280, height: 720 },
    elements: [{ ...form, properties: { ...form.properties, recipient: 'sales@example.com' } }],
  });
  projectId = project.id;
  elsewhere = createServer((request, response) => {
    const path = new URL(request.url!, 'http://x').pathname;
    try {
      const bytes = readFileSync(join(folder, path));
      response.writeHead(200, { 'content-type': types[path.split('.').at(-1)!] ?? 'text/plain' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  elsewhere?.close();
  rmSync(folder, { recursive: true, force: true });
  await closeBrowser();
  await product?.stop();
});

const origin = () => `http://127.0.0.1:${(elsewhere.address() as { port: number }).port}`;

it('says that a form is not connected while the sign is not published', async () => {
  const form = await fillIn(`${origin()}/${await exported('unpublished')}/index.html`);
  await form.getByText('This form is not connected. Publish the sign, then export it once more.').waitFor();
});

it('sends a form from another website to the published sign', async () => {
  const { displays } = await caller.ask<{ displays: { id: string }[] }>('GET', '/optisigns/displays');
  await caller.ask('POST', `/content/projects/${projectId}/publish`, { displayIds: [displays[0]!.id] });
  await fillIn(`${origin()}/${await exported('published')}/index.html`);
  await visitor.page.getByText('Thank you. We will be in touch soon.').waitFor();
  await eventually(async () => {
    const { submissions } = await caller.ask<{ submissions: { fields: { answer: string }[] }[] }>(
      'GET',
      `/content/projects/${projectId}/submissions`,
    );
    expect(submissions.map(({ fields }) => fields.at(-1)?.answer)).toEqual(['From elsewhere']);
  });
});

it('answers other sites for the forms alone', async () => {
  const ask = (path: string, method = 'OPTIONS') =>
    fetch(`${product.origin}/api${path}`, { method, headers: { origin: 'https://elsewhere.example' } });
  const open = await ask('/content/public/pub_1_x/contact');
  expect([open.status, open.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  expect((await ask('/content/projects')).headers.get('access-control-allow-origin')).toBeNull();
  const secret = await ask('/content/projects', 'GET');
  expect([secret.status, secret.headers.get('access-control-allow-origin')]).toEqual([401, null]);
});

it('says from a folder that a form needs a website', async () => {
  const form = await fillIn(pathToFileURL(join(folder, 'published', 'index.html')).href);
  await form
    .getByText('This page was opened from a folder. Its forms can be sent once it is on a website.')
    .waitFor();
});
