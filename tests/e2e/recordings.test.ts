import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { shareOffice, takeCall } from '#tests/support/calling.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';

/* Somebody calls the main line, an agent takes it up and records; an admin listens and notes something. */

const caller = '+17865550188';
/** What the first call of a product may take, each of whose functions has to start; ms. */
const startMs = 45_000;
/** The second part is long enough for a line that does not begin with it; ms. */
const secondPartMs = 5_000;
/** A transcript is begun and fetched by the sweeper's minute, a minute apart at least; ms. */
const transcriptMs = 240_000;
let product: Product;
let admin: Visit;
let callId: string;

beforeAll(async () => {
  product = await shareOffice();
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
  // Recordings that are made from now on get a transcript.
  await (await product.signIn('admin')).ask('PUT', '/calls/recording-settings', {
    transcriber: 'transcribe',
  });
  const agent = await product.signIn('agent');
  const taken = await takeCall(product, agent, caller);
  const { call, press } = taken;
  callId = taken.callId;
  const record = (action: string) => agent.ask('POST', `/pbx/calls/${callId}/record`, { action });
  const isOn = () => eventually(async () => expect((await call()).live?.recording).toBe('on'));
  // A caller from Florida, whose law asks everybody on the call: they hear of it first.
  await record('start');
  expect((await call()).recordingAnnouncedAt).toBeNull();
  await isOn();
  expect((await call()).recordingAnnouncedAt).not.toBeNull();
  const sound = await fetch(`${product.origin}/sounds/this-call-is-recorded.wav`);
  expect([sound.status, (await sound.text()).slice(0, 4)]).toEqual([200, 'RIFF']);
  await record('stop');
  await eventually(async () => expect((await call()).recorded).toBe(true), startMs);
  await record('start');
  await isOn();
  await new Promise((done) => setTimeout(done, secondPartMs));
  await press('hangup');
  await eventually(async () => {
    const { recordings } = await agent.ask<{ recordings: unknown[] }>('POST', `/calls/${callId}/recording`);
    expect(recordings).toHaveLength(2);
  }, startMs);
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('the recording of a call', () => {
  it('is heard with its waveform, by keys, at another speed, and commented on at a time', async () => {
    const { page } = admin;
    await page.goto('/calls');
    await page
      .getByRole('row', { name: /555-0188/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Listen' }).click();
    await dialog.getByText('Recording 1 of 2').waitFor();
    const panel = dialog.getByRole('region', { name: 'Recording 2 of 2' }).first();
    const time = panel.getByRole('slider', { name: 'Time' });
    await eventually(async () => expect(Number(await time.getAttribute('aria-valuemax'))).toBeGreaterThan(1));
    await eventually(async () => {
      const heights = await time
        .locator('span')
        .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height));
      expect(Math.max(...heights)).toBeGreaterThan(30);
    });
    await time.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    expect(await time.getAttribute('aria-valuenow')).toBe('0');
    await panel.getByRole('combobox', { name: 'Speed' }).click();
    await page.getByRole('option', { name: '1.5×' }).click();
    await panel.getByRole('button', { name: 'Play', exact: true }).click();
    await panel.getByRole('button', { name: 'Pause' }).click();
    expect(await panel.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5);
    await panel.getByLabel(/^Comment at/).fill('Good greeting');
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await panel.getByRole('list', { name: 'Comments' }).getByText('Good greeting').waitFor();
    await expectAccessible(page);
    await look(page, 'recording');
  });

  it(
    'has its transcript beside the player, whose lines lead to their time and are searched',
    async () => {
      const { page } = admin;
      await page.goto('/calls');
      await page
        .getByRole('row', { name: /555-0188/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Listen' }).click();
      const panel = page.getByRole('dialog').getByRole('region', { name: 'Recording 2 of 2' }).first();
      const transcript = panel.getByRole('region', { name: 'Transcript' });
      const lines = transcript.getByRole('listitem');
      // A comment that is being written stays while the transcript is asked for again.
      await panel.getByLabel(/^Comment at/).fill('Ask for the price');
      await eventually(async () => {
        const again = transcript.getByRole('button', { name: 'Look again' });
        if (await again.isVisible()) await again.click();
        expect(await lines.count()).toBeGreaterThan(2);
      }, transcriptMs);
      expect(await panel.getByLabel(/^Comment at/).inputValue()).toBe('Ask for the price');
      const time = panel.getByRole('slider', { name: 'Time' });
      await transcript.getByRole('button', { name: 'Go to 0:03' }).click();
      await eventually(async () => expect(await time.getAttribute('aria-valuenow')).toBe('3'));
      expect(await transcript.locator('[aria-current]').innerText()).toContain('I have a few minutes');
      await transcript.getByRole('searchbox', { name: 'Search the transcript' }).fill('ROOF');
      await transcript.getByText(/^1 of \d+ lines$/).waitFor();
      expect(await lines.allInnerTexts()).toEqual([expect.stringContaining('a new roof last week')]);
      await transcript.getByRole('searchbox', { name: 'Search the transcript' }).fill('no such word');
      await transcript.getByText('Nobody says this.').waitFor();
      await expectAccessible(page);
      await look(page, 'transcript');
    },
    transcriptMs + 60_000,
  );

  it('is announced as the workspace says, which an admin chooses beside how long it is kept', async () => {
    const { page } = admin;
    await page.goto('/calls');
    await page.getByRole('button', { name: 'Recordings' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('combobox', { name: /is heard$/ }).click();
    await page.getByRole('option', { name: 'Always' }).click();
    await panel.getByText(/^Heard on every call/).waitFor();
    await look(page, 'recording-settings');
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings of recordings are saved').waitFor();
    const { announcing } = await (await product.signIn('admin')).ask<{ announcing: string }>(
      'GET',
      '/calls/recording-settings',
    );
    expect(announcing).toBe('always');
  });

  it('stands in the audit log with who listened', async () => {
    const { page } = admin;
    await page.goto('/audit?action=recording.heard');
    await page
      .getByText(/Asked to hear the recording of the call with \+17865550188/)
      .first()
      .waitFor();
  });
});
