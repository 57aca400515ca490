import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { removeExtensionsOf, shareOffice } from '#tests/support/calling.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openPlace } from '#tests/support/open-hours.ts';
import { type Caller, demoPassword, type Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';

/* The browser is the agent's telephone: she signs in to it, calls, is called, and says how calls ended. */

let product: Product;
let admin: Caller;
let agent: Caller;
let maya: Visit;
let lead: { id: string; phone: string };
const ours = '+15615550199';

interface Call {
  id: string;
  status: string;
  direction: string;
  disposition: string;
  live: { held: boolean } | null;
}
/** A lead of Maya's, whose telephone is answered after a moment. */
async function newLead(firstName: string, lastName: string, last4: string) {
  const { area, state } = openPlace ?? { area: '340', state: 'VI' };
  const { userId } = await agent.ask<{ userId: string }>('GET', '/users/me');
  const phone = `+1${area}555${last4}`;
  const { id } = await agent.ask<{ id: string }>('POST', '/leads', {
    firstName,
    lastName,
    phones: [phone],
    address: { state },
    source: 'softphone story',
    ownerId: userId,
  });
  await sandbox('POST', '/sandbox/script', { match: phone, call: { result: 'answered', afterMs: 1_500 } });
  return { id, phone };
}
const callsOfLead = async () => (await agent.ask<{ calls: Call[] }>('GET', `/calls?leadId=${lead.id}`)).calls;

/** Asks the sandbox, as its own pages and the product do. */
async function sandbox(method: string, path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`http://127.0.0.1:${product.port + 3}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
}

beforeAll(async () => {
  product = await shareOffice();
  [admin, agent] = await Promise.all([product.signIn('admin'), product.signIn('agent')]);
  lead = await newLead('Alma', 'Rivera', '3300');
  maya = await visit(product.origin);
  await signInOn(maya.page, 'agent');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const bar = () => maya.page.getByRole('region', { name: 'Your call' });
const signIn = () => maya.page.getByRole('button', { name: 'Sign in to phone' });

describe.runIf(openPlace)('the telephone in the browser', () => {
  it('tells an agent without an extension whom to ask', async () => {
    const { userId } = await agent.ask<{ userId: string }>('GET', '/users/me');
    await removeExtensionsOf(admin, userId);
    await signIn().click();
    await maya.page.getByRole('alert').getByText('Ask an admin to give you one').waitFor();
    await look(maya.page, 'softphone-no-extension', 'load');
    await maya.page.getByRole('button', { name: 'Understood' }).click();
    await admin.ask('POST', '/pbx/extensions', { number: '7301', name: 'Maya', userId });
  });

  it('chooses its microphone, hears it back in a test call, and keeps the choice on the machine', async () => {
    const { page } = maya;
    await page.goto('/console');
    await page.getByRole('button', { name: 'Sound', exact: true }).waitFor();
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      // The first time the browser says no.
      mediaDevices.getUserMedia = () => {
        mediaDevices.getUserMedia = open;
        return Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
      };
    });
    await page.locator('body').press('v');
    const dialog = page.getByRole('dialog', { name: 'Sound of the phone' });
    await dialog.getByRole('alert').getByText('The browser does not give the microphone').waitFor();
    await look(page, 'softphone-sound-denied', 'load');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('Speak: the line moves.').waitFor();
    const level = dialog.getByRole('meter', { name: 'Level of the microphone' });
    await eventually(async () =>
      expect(Number(await level.evaluate((meter) => (meter as HTMLMeterElement).value))).toBeGreaterThan(0.2),
    );
    await dialog.getByText('Sign in to the phone first.').waitFor();
    const microphone = dialog.getByRole('combobox', { name: 'Microphone' });
    await microphone.selectOption({ index: 1 });
    const chosen = await microphone.inputValue();
    expect(chosen).not.toBe('');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await signIn().click();
    await page.getByRole('button', { name: /^Phone, extension 7301\. Ready/ }).click();
    await page.getByRole('menuitem', { name: 'Sound and test call…' }).click();
    await dialog.getByRole('button', { name: 'Call the echo' }).click();
    await dialog.getByText('You are heard: what you say comes back.').waitFor();
    await look(page, 'softphone-sound', 'load');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Sound', exact: true }).click();
    // This browser gives its devices other ids at each load: the choice is kept, and said to be of one that is not there.
    await eventually(async () => expect(await microphone.inputValue()).toBe(chosen));
    await page.keyboard.press('Escape');
    expect(maya.problems).toEqual([]);
  });

  it('signs in, calls a lead by the keyboard, holds, mutes and hangs up', async () => {
    const { page } = maya;
    await page.getByRole('button', { name: /^Phone, extension 7301\. Ready/ }).waitFor();
    await page.getByRole('button', { name: /^Your status: ?Available/ }).waitFor();
    await page.goto(`/console?lead=${lead.id}`);
    // The phone is one again after a page was loaded anew.
    await page.getByRole('button', { name: /^Phone, extension 7301\. Ready/ }).waitFor();
    await page.getByText(/^May be called/).waitFor();
    await page.locator('body').press('c');
    await page.getByText('Talking with', { exact: true }).waitFor();
    expect((await callsOfLead())[0]!.status).toBe('in-progress');
    await page.locator('body').press('h');
    await page.getByRole('button', { name: 'Resume', pressed: true }).waitFor();
    expect((await callsOfLead())[0]!.live).toMatchObject({ held: true });
    await look(page, 'softphone-held', 'load');
    await page.locator('body').press('h');
    await page.getByRole('button', { name: 'Hold', pressed: false }).waitFor();
    await page.locator('body').press('m');
    await page.getByRole('button', { name: 'Muted', pressed: true }).waitFor();
    await page.locator('body').press('k');
    await page.getByRole('group', { name: 'Keypad' }).waitFor();
    await page.keyboard.press('5');
    await page.getByRole('group', { name: 'Keypad' }).getByText('5', { exact: true }).first().waitFor();
    await look(page, 'softphone-keypad', 'load');
    await page.keyboard.press('Escape');
    await page.getByRole('group', { name: 'Keypad' }).waitFor({ state: 'detached' });
    await page.locator('body').press('e');
    await page.getByRole('radiogroup', { name: 'How did it end?' }).waitFor();
    await page.locator('body').press('2');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('radiogroup', { name: 'How did it end?' }).waitFor({ state: 'detached' });
    await eventually(async () =>
      expect((await callsOfLead())[0]).toMatchObject({ status: 'completed', disposition: 'interested' }),
    );
    expect(maya.problems).toEqual([]);
  });

  it('finds a lead from any page and calls it from its own, or reads why it may not', async () => {
    const { page } = maya;
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Search or jump to' }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await palette.getByRole('textbox', { name: 'Search' }).fill(lead.phone.slice(-7));
    await palette.getByText('Alma Rivera').waitFor();
    await look(page, 'palette-leads', 'load');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Alma Rivera' }).waitFor();
    await look(page, 'lead-with-call', 'load');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await bar().getByText('Talking with Alma Rivera').waitFor();
    await bar().getByRole('button', { name: 'Hang up' }).click();
    await bar().getByRole('link', { name: 'Close it' }).click();
    await page.getByRole('radiogroup', { name: 'How did it end?' }).waitFor();
    await page.locator('body').press('2');
    await page.keyboard.press('Control+Enter');
    await eventually(async () =>
      expect((await callsOfLead())[0]).toMatchObject({ status: 'completed', disposition: 'interested' }),
    );

    const { userId } = await agent.ask<{ userId: string }>('GET', '/users/me');
    const { id } = await agent.ask<{ id: string }>('POST', '/leads', {
      firstName: 'Noa',
      phones: ['+16025553399'],
      address: { state: 'AZ' },
      ownerId: userId,
    });
    await page.goto(`/leads/${id}`);
    await page.getByRole('button', { name: /^Phone, extension 7301\. Ready/ }).waitFor();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    const why = page.getByRole('dialog', { name: 'Not called' });
    await why.getByText('By the law of AZ sales calls to mobiles need consent').waitFor();
    await look(page, 'lead-not-called', 'load');
    expect(maya.problems).toEqual([]);
  });

  it('dials 911 by itself, and everybody is told from where', async () => {
    const { page } = maya;
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^Phone, extension 7301\. Ready/ }).click();
    await page.getByRole('menuitem', { name: 'Call 911…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Call 911?' });
    await dialog.getByText('Not stated: say where you are.').waitFor();
    await look(page, 'emergency-dialog', 'load');
    await dialog.getByRole('button', { name: 'Call 911' }).click();
    await bar().getByText('Talking with 911').waitFor();
    const told = page.getByRole('alert').filter({ hasText: '911 was called from extension 7301' });
    await told.getByText('No location is stated.').waitFor();
    await look(page, 'emergency-call', 'load');
    await bar().getByRole('button', { name: 'Leave the call' }).click();
    await bar().waitFor({ state: 'detached' });
    await told.getByRole('button', { name: 'Understood' }).click();
    await told.waitFor({ state: 'detached' });
    expect(maya.problems).toEqual([]);
  });

  it('is dialled for by a list while the agent is ready: who does not answer is passed, who does is there', async () => {
    const { page } = maya;
    const silent = lead.phone.replace(/0$/, '1');
    const talker = lead.phone.replace(/0$/, '2');
    await sandbox('POST', '/sandbox/script', {
      match: silent,
      call: { result: 'no-answer', afterMs: 1_500 },
    });
    await sandbox('POST', '/sandbox/script', { match: talker, call: { result: 'answered', afterMs: 1_500 } });
    for (const [firstName, phone, score] of [
      ['Silvia', silent, 90],
      ['Tomás', talker, 80],
    ] as const)
      await admin.ask('POST', '/leads', {
        firstName,
        phones: [phone],
        address: { state: openPlace!.state },
        source: 'dialled story',
        score,
      });
    const list = await admin.ask<{ id: string }>('POST', '/calling-lists', {
      name: 'Dialled',
      filter: { all: [{ field: 'source', op: 'is', value: 'dialled story' }] },
      sort: { field: 'score', direction: 'desc' },
      mode: 'progressive',
    });
    await page.goto(`/console?list=${list.id}`);
    await page.getByRole('button', { name: /^Phone, extension 7301\. Ready/ }).waitFor();
    await page.getByText('Leads are dialled for you one after another').waitFor();
    await look(page, 'dialler-paused', 'load');
    await page.locator('body').press('s');
    await page.getByText('Calling', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Silvia' }).waitFor();
    await look(page, 'dialler-calling', 'load');
    await page.getByRole('heading', { name: 'Tomás' }).waitFor();
    await page.getByText('Talking with', { exact: true }).waitFor();
    await look(page, 'dialler-talking', 'load');
    await page.locator('body').press('e');
    await page.getByRole('radiogroup', { name: 'How did it end?' }).waitFor();
    await page.locator('body').press('2');
    await page.keyboard.press('Control+Enter');
    await page.getByText('You are ready').waitFor();
    await page.getByText('No lead is due now.').waitFor();
    await look(page, 'dialler-waiting', 'load');
    await page.locator('body').press('s');
    await page.getByText('Leads are dialled for you one after another').waitFor();
    const { reasons } = await admin.ask<{ reasons: { text: string; leads: number }[] }>(
      'GET',
      `/calling-lists/${list.id}/progress`,
    );
    expect(reasons.map(({ text }) => text).sort()).toEqual([
      'An agent is done with it.',
      'It rests after a call.',
    ]);
    expect(maya.problems).toEqual([]);
  });

  it('talks with a colleague first, then all three, and hands the call and its notes over', async () => {
    const { page } = maya;
    const bruno = await newLead('Bruno', 'Ortiz', '3310');
    await agent.ask('POST', `/leads/${bruno.id}/notes`, { text: 'Asks about the east roof' });
    const { id: userId } = await admin.ask<{ id: string }>('POST', '/users', {
      username: 'sofia',
      email: 'sofia@stories.example',
      password: demoPassword,
      firstName: 'Sofia',
      lastName: 'Reyes',
      role: 'agent',
    });
    await admin.ask('POST', '/pbx/extensions', { number: '7302', name: 'Sofia', userId });
    const sofia = await visit(product.origin);
    const her = sofia.page;
    await signInOn(her, 'sofia');
    await her.getByRole('button', { name: 'Sign in to phone' }).click();
    await her.getByRole('button', { name: /^Phone, extension 7302\. Ready/ }).waitFor();

    await page.goto(`/console?lead=${bruno.id}`);
    await page.getByRole('button', { name: /^Phone, extension 7301\. Ready/ }).waitFor();
    await page.getByText(/^May be called/).waitFor();
    await page.locator('body').press('c');
    await page.getByText('Talking with', { exact: true }).waitFor();
    await page.locator('body').press('t');
    const dialog = page.getByRole('dialog', { name: 'Transfer Bruno Ortiz' });
    await dialog.getByRole('option', { name: /^Sofia Reyes.*Available/ }).waitFor();
    await look(page, 'softphone-transfer', 'load');
    await page.keyboard.type('sof');
    await dialog.getByRole('option', { name: /^Sofia Reyes/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^Sofia Reyes is being rung\. Bruno Ortiz hears music\.$/).waitFor();

    // Whom it is handed to knows who it is before she answers.
    await her
      .getByRole('region', { name: 'Your call' })
      .getByText(/hands you Bruno Ortiz$/)
      .waitFor();
    await her.getByRole('link', { name: 'Console', exact: true }).click();
    const handed = her.getByRole('region', { name: 'Handed over' });
    await handed.getByText('Asks about the east roof').waitFor();
    await her.getByRole('button', { name: 'Answer', exact: true }).waitFor();
    await her.locator('body').press('a');
    await her.getByText('Your colleague wants to hand you this call.', { exact: false }).waitFor();
    await page.getByText('You talk with Sofia Reyes. Bruno Ortiz hears music.').waitFor();
    await look(her, 'softphone-handed', 'load');
    await look(page, 'softphone-consult', 'load');
    await page.locator('body').press('j');
    await page.getByText('You talk with Bruno Ortiz and Sofia Reyes.').waitFor();
    await page.locator('body').press('t');
    await page.getByRole('radiogroup', { name: 'How did it end?' }).waitFor();
    await her.getByRole('button', { name: 'Hold' }).waitFor();
    await handed.getByText('Asks about the east roof').waitFor();
    await look(her, 'softphone-taken-over', 'load');
    await her.locator('body').press('e');
    await her.getByRole('radiogroup', { name: 'How did it end?' }).waitFor();
    await page.locator('body').press('2');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('radiogroup', { name: 'How did it end?' }).waitFor({ state: 'detached' });
    expect([...maya.problems, ...sofia.problems]).toEqual([]);
    await sofia.context.close();
  });

  it('rings on every page for a call that comes in, and never answers it by itself', async () => {
    const { page } = maya;
    const { tenantId } = await agent.ask<{ tenantId: number }>('GET', '/users/me');
    const authorization = { authorization: `Bearer sandbox-${tenantId}` };
    const route = { to: { phone: `t${tenantId}-7301` } };
    await sandbox('PUT', `/exchange/v1/numbers/${ours}`, route, authorization);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await sandbox('POST', '/sandbox/phone/call', { from: lead.phone, to: ours });
    await bar().getByText('Call from Alma Rivera').waitFor();
    expect((await callsOfLead())[0]).toMatchObject({ direction: 'inbound', status: 'ringing' });
    await look(page, 'softphone-rings', 'load');
    expect(maya.problems).toEqual([]);
  });
});
