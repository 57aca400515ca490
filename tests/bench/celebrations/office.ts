import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { demoTemplates } from '#functions/demo/templates.ts';
import { visit } from '#tests/support/browser.ts';
import { type Caller, Product } from '#tests/support/product.ts';

/** One that does not show by then never will; ms. */
const patienceMs = 90_000;
/** How long a celebration shows, and how far apart the deals are at least. */
const showSeconds = 5;
const everyMs = 6_000;

/** An office with displays on its walls, of which some are switched on. */
export interface Office {
  product: Product;
  admin: Caller;
  pages: readonly Page[];
  displays: number;
  /** The last display, which is switched off. */
  offId: string;
  /** In the place of the rules that there are: the first that fits counts. */
  rules(...rules: object[]): Promise<void>;
  lead(customer: string, fields?: object): Promise<string>;
  /** Wins a lead and answers after how many ms each display that is on shows it. */
  win(leadId: string, customer: string): Promise<number[]>;
  /** Waits until displays are free for the next deal. @param began when the last one was won, ms since 1970 */
  clear(began: number): Promise<void>;
}

/** In a display's page: the instant, ms since 1970, where a picture of a sale is on it now; 0 where there is none. */
function hasPicture(customer: string): number {
  const frames = [...document.querySelectorAll<HTMLIFrameElement>('iframe.on')];
  const pictures = frames.flatMap((frame) => [
    ...(frame.contentDocument?.querySelectorAll('[role=img]') ?? []),
  ]);
  const isTold = new RegExp(`${customer}\\b`);
  const isShown = (picture: Element) =>
    picture.checkVisibility({ visibilityProperty: true }) &&
    isTold.test(picture.getAttribute('aria-label') ?? '');
  return pictures.some(isShown) ? Date.now() : 0;
}

/** A zone in which no day ends within the next hours: what was won today is listed to the end. */
function zoneAtDay(): string {
  const hour = new Date().getUTCHours();
  return hour >= 1 && hour < 20 ? 'Europe/London' : 'Asia/Tokyo';
}

/** @param open how many of the displays are switched on */
export async function openOffice(displays: number, open: number): Promise<Office> {
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
    await admin.ask('PUT', '/tenants/1', { timeZone: zoneAtDay() });
    const { data } = demoTemplates().find(({ fields }) => fields.name === 'Deal of the day')!;
    const { id: projectId } = await admin.ask<{ id: string }>('POST', '/content/projects', {
      name: 'Sale of the moment',
      ...data,
    });
    const pages = await Promise.all(
      all.slice(0, open).map(async ({ previewUrl }) => {
        const { page } = await visit(product.origin, { width: 640, height: 360 });
        await page.goto(previewUrl);
        return page;
      }),
    );
    return {
      product,
      admin,
      pages,
      displays: all.length,
      offId: all.at(-1)!.id,
      async rules(...wanted) {
        const { rules } = await admin.ask<{ rules: { id: string }[] }>('GET', '/celebration-rules');
        for (const { id } of rules) await admin.ask('DELETE', `/celebration-rules/${id}`);
        for (const fields of wanted) {
          const given = { name: 'Every sale', projectId, seconds: showSeconds, ...fields };
          await admin.ask('POST', '/celebration-rules', given);
        }
      },
      async lead(customer, fields = {}) {
        const lead = { firstName: customer, lastName: 'Lee', dealAmount: 1_000, ...fields };
        return (await admin.ask<{ id: string }>('POST', '/leads', lead)).id;
      },
      async win(leadId, customer) {
        const began = Date.now();
        const shown = pages.map(async (page) => {
          // Asked every 20 ms: a locator looks at last only twice a second.
          const seen = await page.waitForFunction(hasPicture, customer, { polling: 20, timeout: patienceMs });
          return (await seen.jsonValue()) - began;
        });
        await admin.ask('PATCH', `/leads/${leadId}`, { status: 'won' });
        return Promise.all(shown);
      },
      clear: (began) => pause(Math.max(0, everyMs - (Date.now() - began))),
    };
  } catch (error) {
    console.error(product.output);
    await product.stop();
    throw error;
  }
}
