import { mkdirSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { closeBrowser, type Visit, visit } from './browser.ts';
import { openPlace } from './open-hours.ts';
import { type Caller, demoPassword, Product } from './product.ts';

/** Where the leads live; texts reach them only if `openPlace` says so. */
export const place = openPlace ?? { area: '671', state: 'GU' };

const people = ['Ada', 'Grace', 'Hedy', 'Mary', 'Joan', 'Rosa'].map((firstName, at) => ({
  firstName,
  lastName: 'Tester',
  phones: [`+1${place.area}555${2000 + at}`],
  emails: [`${firstName.toLowerCase()}@example.com`],
  address: { street: '', city: '', state: place.state, postcode: '', country: 'US' },
  tags: firstName === 'Ada' ? [] : ['spring'],
}));
export const numberOf = (at: number): string => people[at]!.phones[0]!;

/** Pictures of what is tested, where a folder for them is named. */
const folder = process.env.PICTURES;

export async function signIn(page: Page, username: string, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** A product with six leads, and the administrator's browser at its empty inbox. */
class Inbox {
  product!: Product;
  admin!: Caller;
  /** Of Ada, Grace, Hedy, Mary, Joan and Rosa, in turn. */
  leadIds!: string[];
  desk!: Visit;

  async open(): Promise<void> {
    this.product = await Product.start();
    this.admin = await this.product.signIn('admin');
    const { results } = await this.admin.ask<{ results: { id: string }[] }>('POST', '/leads/bulk', {
      leads: people,
    });
    this.leadIds = results.map(({ id }) => id);
    this.desk = await visit(this.product.origin);
    await signIn(this.page, 'admin', '/messages');
    // The functions that answer it start for the first time.
    await this.page.getByText('No messages yet').waitFor({ timeout: 60_000 });
  }

  async close(): Promise<void> {
    await closeBrowser();
    await this.product?.stop();
  }

  get page(): Page {
    return this.desk.page;
  }

  messages(): Locator {
    return this.page.getByRole('log', { name: 'Messages' });
  }

  message(text: string): Locator {
    return this.messages().locator('[data-message]', { hasText: text });
  }

  conversations(): Locator {
    return this.page.getByRole('region', { name: 'Conversations' });
  }

  row(name: string): Locator {
    return this.conversations().getByRole('link', { name: new RegExp(name) });
  }

  press(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Asks the sandbox: its virtual handset, outbox or script. */
  async sandbox(path: string, body?: object): Promise<Response> {
    const answer = await fetch(
      `${this.product.origin}/sandbox/${path}`,
      body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
    );
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${path}.`);
    return answer;
  }

  /** Of the page in light and dark, wide and narrow. */
  async picture(name: string, of: Page = this.page): Promise<void> {
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      await of.emulateMedia({ colorScheme });
      for (const size of [
        { width: 1440, height: 900 },
        { width: 390, height: 844 },
      ]) {
        await of.setViewportSize(size);
        await of.waitForTimeout(400);
        await of.screenshot({ path: `${folder}/${name}-${size.width}-${colorScheme}.png` });
      }
    }
    await of.emulateMedia({ colorScheme: 'light' });
    await of.setViewportSize({ width: 1440, height: 900 });
  }
}

/** The inbox of the stories of a file, opened before them and closed after them. */
export function withInbox(): Inbox {
  const inbox = new Inbox();
  beforeAll(() => inbox.open());
  afterAll(() => inbox.close());
  return inbox;
}
