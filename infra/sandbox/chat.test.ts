import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestSandbox } from './sandbox-testing.ts';

/* Chats of a team as the sandbox has them: what they take, what they refuse, and what a channel shows. */

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
});
afterAll(() => sandbox.close());

async function post(path: string, body: unknown) {
  const answer = await fetch(`${sandbox.origin}/sandbox/hooks${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [answer.status, await answer.text()];
}

const card = (body: object[]) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: { type: 'AdaptiveCard', version: '1.4', body, actions: [] },
    },
  ],
});

it('Slack takes a text with blocks, and refuses what it cannot read', async () => {
  const image = { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'A sale' };
  expect(await post('/slack/one', { text: 'A sale', blocks: [image] })).toEqual([200, 'ok']);
  expect(await post('/slack/one', { blocks: [image] })).toEqual([400, 'invalid_payload']);
  expect(await post('/slack/one', { text: 'A sale', blocks: [{ ...image, alt_text: '' }] })).toEqual([
    400,
    'invalid_payload',
  ]);
});

it('Teams takes an Adaptive Card of at most 28 KB, and nothing else', async () => {
  const run = (text: string) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] });
  expect((await post('/teams/one', card([run('A sale')])))[0]).toBe(202);
  expect((await post('/teams/one', { text: 'A sale' }))[0]).toBe(400);
  expect((await post('/teams/one', card([run('x'.repeat(30_000))])))[0]).toBe(413);
});

it('the outbox shows a message as its channel would, and none of it as markup', async () => {
  const section = { type: 'section', text: { type: 'plain_text', text: '<b>Ada</b> sold' } };
  const link = (url: string) => ({
    type: 'actions',
    elements: [{ type: 'button', text: { type: 'plain_text', text: 'Look' }, url }],
  });
  await post('/slack/two', { text: 'A sale', blocks: [section, link('javascript:alert(1)')] });
  const page = await (await fetch(`${sandbox.origin}/sandbox/mail`)).text();
  expect(page).toContain('<p class="said">&#60;b&#62;Ada&#60;/b&#62; sold</p>');
  expect(page).not.toContain('href="javascript:');
});
