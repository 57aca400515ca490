import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An admin writes a greeting, has a voice read it, hears and deploys it, and records one by the microphone. */

let product: Product;
let admin: Visit;

beforeAll(async () => {
  product = await shareProduct();
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

it('recordings are read by a voice, recorded, deployed, compared and told of', async () => {
  const { page } = admin;
  await page.goto('/recordings?recording=new');
  const panel = page.getByRole('dialog', { name: 'Add recording' });
  await panel.getByLabel('Name').fill('Holiday greeting');
  await panel.getByLabel('Callers hear').fill('{{company.name}} is closed for the holidays.');
  await panel.getByRole('button', { name: 'Add recording' }).click();

  const opened = page.getByRole('dialog', { name: 'Holiday greeting' });
  await opened.getByText('There is nothing to hear yet.').waitFor();
  await opened.getByRole('button', { name: 'Generate' }).click();
  const player = opened.getByRole('region', { name: 'Sound of Holiday greeting' });
  await player.getByText(/0:00 \/ 0:0[2-9]/).waitFor();
  await opened.getByRole('button', { name: 'Deploy' }).click();
  await page.getByText('The exchange has the recording').waitFor();
  await look(page, 'recording');

  // A plan that plays it brings it along, and keeps it from being removed while it takes calls.
  const asAdmin = await product.signIn('admin');
  const recordingId = new URL(page.url()).searchParams.get('recording');
  const position = { x: 0, y: 0 };
  const plan = await asAdmin.ask<{ id: string }>('POST', '/dialplans', {
    name: 'Holidays',
    config: {
      nodes: [
        { id: 'start', type: 'start', position },
        { id: 'closed', type: 'playback', position, data: { type: 'recording', recordingId } },
      ],
      edges: [{ id: 'one', source: 'start', sourceHandle: 'next', target: 'closed' }],
    },
  });
  expect(await asAdmin.ask('POST', `/dialplans/${plan.id}/deploy`)).toMatchObject({ isActive: true });
  await expect(asAdmin.ask('DELETE', `/recordings/${recordingId}`)).rejects.toThrow('used by “Holidays”');
  await asAdmin.ask('POST', `/dialplans/${plan.id}/deactivate`);
  await asAdmin.ask('DELETE', `/dialplans/${plan.id}`);

  await opened.getByRole('button', { name: 'Record', exact: true }).click();
  await opened.getByRole('timer').getByText('0:01').waitFor();
  await opened.getByRole('button', { name: 'Stop' }).click();
  await opened.getByText('The exchange has an earlier sound').waitFor();
  await opened.getByRole('button', { name: 'Use this one' }).click();
  await page.getByText('Callers hear the earlier sound again').waitFor();

  // The sound is gone from its place: the player says so, to the letter.
  await page.route(/rcv_.*\.wav/, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await opened.getByRole('alert').getByText('The audio was not found or is not supported.').waitFor();
  await page.unroute(/rcv_.*\.wav/);
  await opened.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Voices' }).click();
  const voices = page.getByRole('dialog', { name: 'Voices' });
  await page.route(/test-voice/, (route) =>
    route.fulfill({ json: { audioUrl: '', voiceId: 'Joanna', text: 'Hi', charactersUsed: 0, message: '' } }),
  );
  await voices.getByRole('button', { name: 'Listen' }).click();
  await page.getByText('No audio URL in response').waitFor();
  await page.unroute(/test-voice/);
  await voices.getByRole('button', { name: 'Test connection' }).click();
  await voices.getByText(/Connected: \d+ of 10,000 characters are used\./).waitFor();
  await look(page, 'recordings-voices');
  await page.keyboard.press('Escape');

  await page.getByRole('checkbox', { name: 'Select Holiday greeting' }).check();
  await page.getByText('1 recording selected').waitFor();
  await look(page, 'recordings');
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('1 of 1 done').waitFor();
  expect(await page.getByRole('row', { name: 'Holiday greeting' }).count()).toBe(0);
  expect(admin.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});
