import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Caller, Product } from '#tests/support/product.ts';
import { signInOn } from '#tests/support/screens.ts';

/*
 * What the start prints for a newcomer: one curl makes a lead, texts it, and a reply on the phone ends the journey. In
 * the hour when no number may be texted the start says until when the text waits, and so it does.
 */

let product: Product;
let admin: Caller;
beforeAll(async () => {
  product = await Product.start();
  admin = await product.signIn('admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

/** In a product just started, six functions are loaded one after another on the way from the lead to its text. */
const firstMs = 60_000;

interface Phone {
  messages: { direction: string; ours: string; body: string; status: string }[];
}
const phone = async (number: string): Promise<Phone> =>
  (
    await fetch(`${product.origin}/sandbox/phone.json?number=${encodeURIComponent(number)}`)
  ).json() as Promise<Phone>;

it('works as printed', async () => {
  const printed = /curl (\S+) -H 'Authorization: (Bearer \S+)' .* -d '(\{.*\})'/.exec(product.output)!;
  const [, url, authorization, body] = printed as unknown as [string, string, string, string];
  const post = (token: string) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body,
    });
  expect((await post('Bearer wrong')).status).toBe(401);
  expect((await post(authorization)).status).toBe(202);

  const { phone: number } = JSON.parse(body) as { phone: string };
  const { journeys } = await admin.ask<{ journeys: { id: string }[] }>('GET', '/journeys');
  const enrolled = () => admin.ask<{ leads: object[] }>('GET', `/journeys/${journeys[0]!.id}/leads`);
  const waits = /the text waits until (\S+)\.\)/.exec(product.output)?.[1];
  if (waits) {
    await eventually(
      async () =>
        expect((await enrolled()).leads).toMatchObject([
          { leadName: 'Ann Lee', status: 'active', dueAt: waits },
        ]),
      firstMs,
    );
    expect((await phone(number)).messages).toEqual([]);
    return;
  }
  const text = await eventually(async () => {
    const [first] = (await phone(number)).messages;
    expect(first).toMatchObject({ direction: 'out', status: 'delivered' });
    return first!;
  }, firstMs);
  expect(text.body).toMatch(/^Hi Ann, this is Brightside Solar/);

  await fetch(`${product.origin}/sandbox/phone/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: number, to: text.ours, text: 'Tomorrow at ten' }),
  });
  await eventually(async () =>
    expect((await enrolled()).leads).toMatchObject([
      { leadName: 'Ann Lee', status: 'exited', note: 'has replied' },
    ]),
  );

  // The same again within minutes is the same delivery: no second lead, no second text.
  const again = (await (await post(authorization)).json()) as { duplicate: boolean };
  expect(again.duplicate).toBe(true);
  expect((await phone(number)).messages.filter(({ direction }) => direction === 'out')).toHaveLength(1);
}, 240_000);

it('shows who sold on the demo’s displays when “Won” is pressed, by the rule that is there', async () => {
  const agent = await visit(product.origin);
  await signInOn(agent.page, 'agent');
  type Leads = { leads: { id: string; dealAmount: number | null }[] };
  const { leads } = await (await product.signIn('agent')).ask<Leads>('GET', '/leads?limit=100');
  const open = leads.find(({ dealAmount }) => dealAmount === 18_400)!;
  const { displays } = await admin.ask<{ displays: { previewUrl: string }[] }>('GET', '/optisigns/displays');
  const floor = await agent.context.newPage();
  await floor.goto(displays[0]!.previewUrl);
  await agent.page.goto(`/leads/${open.id}`);
  await agent.page.getByRole('combobox', { name: 'Status' }).click();
  await agent.page.getByRole('option', { name: 'Won', exact: true }).click();
  const sign = floor.frameLocator('iframe.on').last();
  await sign
    .getByRole('img', { name: 'Maya Chen closed Owen Gallagher' })
    .first()
    .waitFor({ timeout: 40_000 });
  await floor.waitForTimeout(process.env.PICTURES ? 1500 : 0);
  if (process.env.PICTURES) await floor.screenshot({ path: `${process.env.PICTURES}/demo-win.png` });
}, 240_000);
