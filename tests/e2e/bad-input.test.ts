import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newElement } from '#shared/scene/registry.ts';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { type Caller, demoPassword, Product } from '#tests/support/product.ts';

/* What comes from outside stays what it is: through the CDN and the gateway, into the browser and the renderer. */

const payload = `<img src=x onerror="window.pwned=1"><script>window.pwned=2</script>"};window.pwned=3//`;
let product: Product;
let caller: Caller;
let visitor: Visit;

beforeAll(async () => {
  product = await Product.start();
  caller = await product.signIn('admin');
  visitor = await visit(product.origin);
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${product.origin}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${caller.token}`, ...headers },
    body,
  });

describe('requests', () => {
  it.each([
    ['malformed JSON', '{"name":', 400, 'invalid_input'],
    ['a list where an object is due', '[1,2]', 400, 'invalid_input'],
    ['a wrong type', '{"name": {"a": 1}}', 400, 'invalid_input'],
    ['an unknown field', '{"name": "x", "isAdmin": true}', 400, 'invalid_input'],
    ['a name of 20,000 characters', JSON.stringify({ name: 'x'.repeat(20_000) }), 400, 'invalid_input'],
    ['11 MB', `"${'x'.repeat(11_000_000)}"`, 413, 'payload_too_large'],
  ])('%s is told in a sentence', async (_, body, status, code) => {
    const answer = await post('/content/projects', body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^.{10,300}$/), code });
  });

  it('of another content type are told what is taken', async () => {
    const answer = await post('/content/projects', 'a=b', { 'content-type': 'text/xml' });
    expect(answer.status).toBe(415);
  });

  it('with a tampered token are refused', async () => {
    const [head, body, signature] = caller.token.split('.');
    const claims = JSON.parse(Buffer.from(body!, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...claims, tid: 2 })).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const token of [`${head}.${other}.${signature}`, `${none}.${other}.`, 'x.y.z']) {
      const answer = await post('/content/projects', '{}', { authorization: `Bearer ${token}` });
      expect(answer.status).toBe(401);
    }
  });

  it('left nothing behind', async () => {
    const { projects } = await caller.ask<{ projects: { name: string }[] }>('GET', '/content/projects');
    expect(projects.map(({ name }) => name).sort()).toEqual([
      'Deal closed',
      'Deal of the day',
      'Leaderboard of the week',
      'Lobby welcome',
    ]);
  });
});

it('shows a script in any text as the text it is, on every screen', async () => {
  const { page, problems } = visitor;
  const place = newElement('text', { id: 'elm_x', x: 50, y: 50, layerOrder: 0 });
  const { id: _id, version: _version, ...element } = place;
  const elements = [
    { ...element, properties: { ...element.properties, text: payload } },
    {
      ...element,
      elementType: 'button',
      properties: { customElementType: 'button', text: payload, href: 'javascript:window.pwned=4' },
    },
  ];
  const name = payload.slice(0, 120);
  const { id } = await caller.ask<{ id: string }>('POST', '/content/projects', {
    name,
    description: payload,
    elements,
  });
  await caller.ask('POST', '/users', {
    username: 'eve',
    email: 'eve@example.com',
    password: 'long enough',
    firstName: payload.slice(0, 100),
  });
  const { displays } = await caller.ask<{ displays: { id: string; previewUrl: string }[] }>(
    'GET',
    '/optisigns/displays',
  );
  const published = await caller.ask<{ asset: { publicUrl: string } }>(
    'POST',
    `/content/projects/${id}/publish`,
    { displayIds: [displays[0]!.id] },
  );
  await page.goto('/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
  const screens = [
    '/dashboard',
    '/content-creator',
    `/content-creator/${id}`,
    '/displays',
    '/users',
    published.asset.publicUrl,
    displays[0]!.previewUrl,
    '/sandbox',
    '/api/docs',
  ];
  for (const screen of screens) {
    await page.goto(screen);
    // Screens that ask for news every few seconds never come to rest.
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
    const frames = await Promise.all(
      page.frames().map((frame) => frame.evaluate('window.pwned').catch(() => undefined)),
    );
    expect(
      frames.filter((found) => found !== undefined),
      screen,
    ).toEqual([]);
  }
  await page.goto(published.asset.publicUrl);
  await page.getByRole('img', { name: /onerror/ }).waitFor();
  // A link that is no address is not followed: the button is drawn without one.
  expect(await page.locator('a').count()).toBe(0);
  expect(problems).toEqual([]);
});
