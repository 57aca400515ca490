import { setTimeout as pause } from 'node:timers/promises';
import { demoTemplates } from '#functions/demo/templates.ts';
import { closeBrowser, visit } from '#tests/support/browser.ts';
import { Product } from '#tests/support/product.ts';
import { Listener } from '#tests/support/push-listener.ts';
import { tellTimes } from './hints.ts';

/**
 * `npm run bench:celebrate`: how long after a lead was won a display of the office shows who sold, for `DEALS=10` deals,
 * one in six seconds, on `DISPLAYS=20` of which `OPEN=3` are switched on; beside it a bare websocket that only hears that
 * a celebration is there: no display can be sooner. Timed from before the request that says "Won" to the picture with the
 * lead's name, on the first display and on the last. The last line is JSON.
 */
const deals = Number(process.env.DEALS ?? 10);
const displays = Number(process.env.DISPLAYS ?? 20);
const open = Number(process.env.OPEN ?? 3);
/** One that does not show by then never will; ms. */
const patienceMs = 30_000;
/** How long a celebration shows, and how far apart the deals are. */
const seconds = 5;
const everyMs = 6_000;

const product = await Product.start();
try {
  const admin = await product.signIn('admin');
  type Displays = { displays: { id: string; previewUrl: string }[] };
  const listed = () => admin.ask<Displays>('GET', '/optisigns/displays');
  for (let n = (await listed()).displays.length; n < displays; n++)
    await fetch(`${product.origin}/sandbox/displays`, {
      method: 'POST',
      headers: { origin: product.origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ name: `Room ${n}` }).toString(),
      redirect: 'manual',
    });
  await admin.ask('POST', '/optisigns/sync', {});
  const all = (await listed()).displays;
  if (all.length < displays) throw new Error(`There are ${all.length} displays.`);

  const { rules } = await admin.ask<{ rules: { id: string }[] }>('GET', '/celebration-rules');
  for (const { id } of rules) await admin.ask('DELETE', `/celebration-rules/${id}`);
  const { data } = demoTemplates().find(({ fields }) => fields.name === 'Deal of the day')!;
  const { id: projectId } = await admin.ask<{ id: string }>('POST', '/content/projects', {
    name: 'Sale of the moment',
    ...data,
  });
  await admin.ask('POST', '/celebration-rules', { name: 'Every sale', projectId, seconds });

  const pages = await Promise.all(
    all.slice(0, open).map(async ({ previewUrl }) => {
      const { page } = await visit(product.origin, { width: 640, height: 360 });
      await page.goto(previewUrl);
      return page;
    }),
  );
  const { url } = await admin.ask<{ url: string }>('GET', '/push-channel');
  const bare = await Listener.open(url, admin.token);
  await bare.init();
  await bare.subscribe('/tenant/1/topic/celebrations');

  const [hints, firsts, lasts]: number[][] = [[], [], []];
  // The first turns start functions.
  for (let deal = -2; deal < deals; deal++) {
    const customer = `Customer${deal + 100}`;
    const lead = { firstName: customer, lastName: 'Lee', dealAmount: 1_000 + deal };
    const { id } = await admin.ask<{ id: string }>('POST', '/leads', lead);
    while (bare.unheard.length > 0) await bare.heard();
    const began = Date.now();
    const heard = bare.heard().then(() => Date.now() - began);
    const shown = pages.map((page) =>
      page
        .frameLocator('iframe.on')
        .last()
        .getByRole('img', { name: new RegExp(customer) })
        .first()
        .waitFor({ timeout: patienceMs })
        .then(() => Date.now() - began),
    );
    await admin.ask('PATCH', `/leads/${id}`, { status: 'won' });
    const times = await Promise.all(shown);
    const hint = await heard;
    if (deal >= 0) {
      hints!.push(hint);
      firsts!.push(Math.min(...times));
      lasts!.push(Math.max(...times));
    }
    await pause(Math.max(0, everyMs - (Date.now() - began)));
  }
  console.log(
    JSON.stringify({
      hint: tellTimes('A bare websocket hears of it', hints!, 'deals'),
      first: tellTimes('The first display shows it', firsts!, 'deals'),
      last: tellTimes(`The last of ${open} shows it`, lasts!, 'deals'),
      displays: all.length,
    }),
  );
  bare.close();
} catch (error) {
  console.error(product.output);
  throw error;
} finally {
  await closeBrowser();
  await product.stop();
}
process.exit(0);
