import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoTemplates } from '#functions/demo/templates.ts';
import { toneOf, wavOf } from '#infra/wav.ts';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { askSandbox, shareOffice, takeCall } from '#tests/support/calling.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';

/* An admin sets which statuses there are, watches the floor while an agent works, and hears her calls. */

let product: Product;
let admin: Visit;

beforeAll(async () => {
  product = await shareOffice();
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('the live floor', () => {
  it('shows agents and calls as they come and go, by state and by name', async () => {
    const { page } = admin;
    await page.goto('/exchange');
    const agents = page.getByRole('table', { name: 'Agents' });
    await agents
      .getByRole('row', { name: /, Signed out$/ })
      .first()
      .waitFor();
    const agent = await product.signIn('agent');
    const call = await agent.ask<{ id: string }>('POST', '/calls', {
      direction: 'inbound',
      phone: '+13055550147',
      start: true,
    });
    const ongoing = page.getByRole('table', { name: 'Calls that go on' });
    const row = ongoing.getByRole('row', { name: '(305) 555-0147' });
    await row.waitFor();
    await agent.ask('PUT', `/calls/${call.id}/status`, { status: 'ringing' });
    await agent.ask('PUT', `/calls/${call.id}/status`, { status: 'in-progress' });
    await row.getByText('in progress').waitFor();
    await agents.getByText('In progress', { exact: false }).waitFor();
    await look(page, 'live-floor');
    await agent.ask('PUT', `/calls/${call.id}/status`, { status: 'completed' });
    await row.waitFor({ state: 'detached' });

    await page.getByLabel('Search agents').fill('nobody of this name');
    await page.getByText('Nobody matches').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    const signedOut = page.getByRole('button', { name: /Signed out/ });
    await signedOut.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/state=offline/);
    await page.getByRole('button', { name: /Signed out/, pressed: true }).waitFor();
    expect(admin.problems).toEqual([]);
  });
});

describe('the floor on an office screen', () => {
  it('is seen by whoever passes, changes by itself, and names nobody', async () => {
    const api = await product.signIn('admin');
    const { data } = demoTemplates().find(({ fields }) => fields.name === 'Sales floor, live')!;
    const project = await api.ask<{ id: string }>('POST', '/content/projects', {
      name: 'Sales floor',
      canvasSize: { width: 1920, height: 1080 },
      canvasBackground: data.canvasBackground,
      elements: data.elements,
    });
    await admin.page.goto(`/content-creator/${project.id}`);
    await admin.page
      .getByRole('button', { name: /^Publish/ })
      .first()
      .waitFor();
    await look(admin.page, 'live-floor-editor', 'load');
    const { displays } = await api.ask<{ displays: { id: string }[] }>('GET', '/optisigns/displays');
    const { asset } = await api.ask<{ asset: { publicUrl: string } }>(
      'POST',
      `/content/projects/${project.id}/publish`,
      { displayIds: [displays[0]!.id] },
    );
    const wall = await visit(product.origin, { width: 1920, height: 1080 });
    await wall.page.goto(asset.publicUrl);
    const seen = (words: string) => wall.page.locator(`canvas[aria-label*="${words}"]`).waitFor();
    await seen('No agents signed in');
    const agent = await product.signIn('agent');
    const { call, press } = await takeCall(product, agent, '+17865550171');
    await seen('On a call 1 longest 0:');
    if (process.env.PICTURES)
      await wall.page.screenshot({ path: `${process.env.PICTURES}/live-floor-display.png` });
    expect(await wall.page.locator('canvas').first().getAttribute('aria-label')).not.toContain('Maya');
    await press('hangup');
    await eventually(async () => expect((await call()).status).toBe('completed'));
    await seen('Wrap-up 1 longest 0:');
    expect(wall.problems).toEqual([]);
    await wall.context.close();
  });
});

describe('a caller whom nobody answers', () => {
  it('leaves a message after the greeting, which is told by a badge, heard and removed', async () => {
    const { page } = admin;
    const api = await product.signIn('admin');
    const { extensions } = await api.ask<{ extensions: { id: string; name: string }[] }>(
      'GET',
      '/pbx/extensions?search=101',
    );
    const { id: extensionId } = extensions[0]!;
    await api.ask('PUT', `/pbx/extensions/${extensionId}`, { voicemail: true });
    const phoneNumber = `+1217557${String(product.tenantId).padStart(4, '0')}`;
    const route = { kind: 'extension', extensionId };
    await api.ask('POST', '/dids', { phoneNumber, label: 'Alex', carrier: 'other', route });

    await page.goto('/voicemail');
    await page.getByText('No messages').waitFor();
    await page.getByRole('button', { name: 'Greetings' }).click();
    const greeting = page.getByRole('dialog').getByRole('region', { name: 'Alex Morgan (101)' });
    const chosen = page.waitForEvent('filechooser');
    await greeting.getByRole('button', { name: 'Choose a file' }).click();
    const file = { name: 'greeting.wav', mimeType: 'audio/wav', buffer: wavOf(toneOf(440, 1)) };
    await (await chosen).setFiles(file);
    await greeting.getByRole('button', { name: 'Play' }).waitFor();
    await look(page, 'voicemail-greetings');
    await page.keyboard.press('Escape');

    const caller = '+17865550199';
    await askSandbox(product, 'script', { match: caller, call: { result: 'answered', messageSeconds: 3 } });
    // Nobody is signed in at Alex’s phone: the greeting is heard at once.
    await askSandbox(product, 'phone/call', { from: caller, to: phoneNumber });
    const row = page.getByRole('table', { name: 'Messages' }).getByRole('row', { name: /555-0199/ });
    await row.waitFor();
    await page.getByRole('link', { name: /^Voicemail.*unheard/ }).waitFor();
    await look(page, 'voicemail');
    await row.click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('button', { name: /^Listen, 0:/ }).click();
    await panel.getByRole('button', { name: 'Play' }).waitFor();
    await look(page, 'voicemail-message');
    await page.getByRole('link', { name: 'Voicemail', exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await row.waitFor({ state: 'detached' });
    const mails = (await (await fetch(`${product.origin}/sandbox/mail.json`)).json()) as {
      sent: { target: string; subject: string }[];
    };
    expect(mails.sent).toContainEqual(
      expect.objectContaining({ target: 'admin@stories.example', subject: `Voicemail from ${caller}` }),
    );
    await api.ask('POST', `/pbx/extensions/${extensionId}/greeting`, {});
    expect(admin.problems).toEqual([]);
  });
});

describe('a supervisor', () => {
  it('listens to a call, whispers, leaves it, and signs its agent out when it is over', async () => {
    const agent = await product.signIn('agent');
    const { call, press } = await takeCall(product, agent, '+17865550188');

    const { page } = admin;
    await page.goto('/exchange');
    const queue = page.getByRole('region', { name: 'Queues' }).getByRole('button', { name: /Sales/ });
    await queue.getByText('100 %').waitFor();
    const row = page.getByRole('table', { name: 'Calls that go on' }).getByRole('row', { name: /555-0188/ });
    await row.getByText('in progress').waitFor();
    const hear = row.getByRole('button', { name: /^Supervise the call with/ });
    await hear.click();
    await page.getByText('Sign in to the phone first', { exact: false }).waitFor();
    await page.getByRole('menuitem', { name: 'Sign in to phone' }).click();
    await page.getByRole('menuitem', { name: 'Listen' }).click();
    const bar = page.getByRole('region', { name: 'Supervision' });
    await bar.getByText(/^Listening to Maya Chen’s call with \(786\) 555-0188/).waitFor();
    // A phone that plays a call is never without a request.
    await look(page, 'live-floor-supervised', 'load');
    await page.reload();
    await bar.getByText('Nobody hears you').waitFor();
    // The exchange changes nothing for a phone that is not back yet.
    await page.getByRole('button', { name: /^Phone, extension \d+\. Ready/ }).waitFor();
    await bar.getByText('Whisper', { exact: true }).click();
    await bar.getByText('Only the agent hears you').waitFor();
    expect((await call()).live?.supervisors).toMatchObject([{ mode: 'whisper' }]);

    const maya = page.getByRole('table', { name: 'Agents' }).getByRole('row', { name: /^Maya Chen/ });
    const signOut = async () => {
      await maya.getByRole('button', { name: 'Actions for Maya Chen' }).click();
      await page.getByRole('menuitem', { name: 'Sign out of phone' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    };
    await signOut();
    await page.getByText('They are on a call. Please sign them out when it is over.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await bar.getByRole('button', { name: 'Leave' }).click();
    await bar.waitFor({ state: 'detached' });
    expect((await call()).live?.supervisors).toEqual([]);
    await press('hangup');
    await row.waitFor({ state: 'detached' });
    await signOut();
    await page.getByText('Maya Chen is signed out').waitFor();
    await page.getByRole('row', { name: 'Maya Chen, Signed out' }).waitFor();

    await page.goto('/audit');
    await page.getByText('Asked to whisper on Maya Chen’s call with +17865550188').first().waitFor();
    expect(admin.problems).toEqual([]);
  });
});

describe('the statuses of agents', () => {
  it('are added, changed and removed by an admin, and read by agents', async () => {
    const { page } = admin;
    await page.goto('/exchange/statuses');
    await page.getByRole('button', { name: 'Add statuses' }).click();
    const panel = page.getByRole('dialog');
    const add = panel.getByRole('button', { name: 'Add', exact: true });
    await add.click();
    await panel.getByText('Please enter a name.').waitFor();
    await panel.getByLabel('Name').fill('Closers');
    await panel.getByRole('button', { name: 'Add a status' }).click();
    await panel.getByLabel('Label of status 5').fill('Back office');
    await panel.getByLabel('Longest time in status 5, minutes').fill('30');
    await panel.getByLabel('For everybody else').click();
    await look(page, 'agent-statuses-form');
    await add.click();
    const row = page.getByRole('row', { name: 'Closers' });
    await row.getByText('Everybody else').waitFor();
    await row.getByText('Back office').waitFor();
    await look(page, 'agent-statuses');
    await row.click();
    await panel.getByLabel('Wrap-up, s').fill('45');
    await panel.getByRole('button', { name: 'Save' }).click();
    await row.getByText('45 s').waitFor();

    const agent = await visit(product.origin);
    await signInOn(agent.page, 'agent');
    await agent.page.goto('/exchange/statuses');
    await agent.page.getByRole('row', { name: 'Closers' }).click();
    await agent.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().waitFor();
    expect(await agent.page.getByRole('dialog').getByRole('button', { name: 'Save' }).count()).toBe(0);
    await agent.context.close();

    await row.getByRole('button', { name: 'Actions for Closers' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Everybody has the usual statuses').waitFor();
    expect(admin.problems).toEqual([]);
  });
});
