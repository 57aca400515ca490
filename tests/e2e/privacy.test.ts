import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* A person asks what is held of them, gets a copy, and then wants it erased. */

let product: Product;
let admin: Visit;
let leadId: string;
const person = { firstName: 'Philippa', lastName: 'Ravensworth' };

/** How long a request may take on a busy machine, ms. */
const workMs = 90_000;

beforeAll(async () => {
  product = await shareProduct();
  const caller = await product.signIn('admin');
  const lead = await caller.ask<{ id: string }>('POST', '/leads', {
    ...person,
    phones: ['+13055550164'],
    emails: ['philippa@ravensworth.example'],
    consent: { email: { state: 'given', how: 'web form' } },
  });
  leadId = lead.id;
  await caller.ask('POST', `/leads/${leadId}/notes`, { text: 'Philippa asks for a quote' });
  await caller.ask('POST', '/calls', { leadId, status: 'completed', notes: 'Spoke with Philippa' });
  // She sold for the company once: her face is still among the photos of its reps.
  const face = sharp({ create: { width: 40, height: 40, channels: 3, background: '#336699' } });
  const form = new FormData();
  form.append('photo', new Blob([new Uint8Array(await face.jpeg().toBuffer())]), 'photo.jpg');
  form.append('repEmail', 'philippa@ravensworth.example');
  form.append('repName', 'Philippa Ravensworth');
  const added = await fetch(`${product.origin}/api/sales-rep-photos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token}` },
    body: form,
  });
  expect(added.status).toBe(201);
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

async function chooseLead(name: string) {
  const { page } = admin;
  await page.getByRole('combobox', { name: 'Lead', exact: true }).fill(name);
  await page.getByRole('option', { name: new RegExp(name) }).click();
  await page.getByText('This lead is meant:').waitFor();
}

describe('a privacy request', () => {
  it('gives a copy of all that is held of a person', async () => {
    const { page } = admin;
    await page.goto('/settings/privacy');
    await page.getByText('No requests yet').waitFor();
    await look(page, 'privacy-empty');
    await page.getByRole('button', { name: 'New request' }).click();
    await page.getByRole('button', { name: 'Make the copy' }).click();
    await page.getByText('Please say how they asked, and why.').waitFor();
    await chooseLead('Ravensworth');
    await page.getByLabel('How they asked, and why').fill('A letter of 3 November, passport seen');
    await look(page, 'privacy-new');
    await page.getByRole('button', { name: 'Make the copy' }).click();
    const panel = page.getByRole('dialog', { name: /Copy of the data/ });
    await panel.getByText('Done', { exact: true }).first().waitFor({ timeout: workMs });
    await panel.getByText('Calls, their notes, recordings and transcripts').waitFor();
    await look(page, 'privacy-copy');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Download the copy' }).click(),
    ]);
    const files = unzipSync(new Uint8Array(await readFile(await file.path())));
    expect(Buffer.from(files['index.html']!).toString()).toContain('Spoke with Philippa');
    expect(Buffer.from(files['data.json']!).toString()).toContain('philippa@ravensworth.example');
    expect(Object.keys(files)).toContain('pictures/photo.jpg');
    await page.keyboard.press('Escape');
  }, 240_000);

  it('erases a person but for what the law keeps, and proves it by a certificate', async () => {
    const { page } = admin;
    await page.goto('/settings/privacy');
    await page.getByRole('button', { name: 'New request' }).click();
    await page.getByText('E-mail', { exact: true }).click();
    await page.getByLabel('E-mail address').fill('philippa@ravensworth.example');
    await page.getByText('This lead is meant:').waitFor();
    await page.getByRole('radio', { name: 'Erase it all' }).check();
    await page.getByLabel('How they asked, and why').fill('Philippa Ravensworth called us');
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('Please confirm that it may be erased for good.').waitFor();
    await look(page, 'privacy-erase');
    await page.getByRole('checkbox', { name: 'I know that this cannot be undone' }).check();
    await page.getByRole('button', { name: 'Erase for good' }).click();
    const panel = page.getByRole('dialog', { name: /Erasure/ });
    await panel.getByText('Done', { exact: true }).first().waitFor({ timeout: workMs });
    await panel.getByText('Why something stays').waitFor();
    await panel.getByText('[erased] called us').waitFor();
    await look(page, 'privacy-certificate');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Save certificate' }).click(),
    ]);
    const html = await readFile(await file.path(), 'utf8');
    expect(html).toContain('Certificate of erasure');
    expect(html).not.toContain('Ravensworth');
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Erasure/ }).waitFor();
    await look(page, 'privacy-list');
    const caller = await product.signIn('admin');
    const answer = await caller.ask<{ leads: unknown[] }>('GET', '/leads');
    expect(JSON.stringify(answer.leads)).not.toContain('Ravensworth');
    const photos = await caller.ask<{ assets: unknown[] }>('GET', '/sales-rep-photos?limit=50');
    expect(JSON.stringify(photos.assets)).not.toContain('ravensworth');
    expect(admin.problems).toEqual([]);
  }, 240_000);
});
