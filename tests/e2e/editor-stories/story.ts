import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Element, ProjectFields } from '#shared/model/content.ts';
import { newElement } from '#shared/scene/registry.ts';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { type Caller, demoPassword, type Product } from '#tests/support/product.ts';
import { attachProduct, shareProduct } from '#tests/support/workspace.ts';

/** A new element of a type, as a project is created with. The later one lies in front. */
export type Drawn = Omit<Element, 'id' | 'version'>;

let order = 0;
export function drawn(
  type: string,
  x: number,
  y: number,
  { properties, ...changes }: Partial<Element> = {},
): Drawn {
  const {
    id: _id,
    version: _version,
    ...element
  } = newElement(type, { id: 'elm_x', x, y, layerOrder: order++ });
  return { ...element, ...changes, properties: { ...element.properties, ...properties } };
}

/** The stories' product, a signed-in designer, and what every story of the editor does. */
export class Story {
  readonly product: Product;
  /** Its own, with the users `admin` and `agent`. */
  readonly tenantId: number;
  readonly caller: Caller;
  readonly visit: Visit;
  /** The project that is open. */
  projectId = '';

  private constructor(product: Product, tenantId: number, caller: Caller, visitor: Visit) {
    this.product = product;
    this.tenantId = tenantId;
    this.caller = caller;
    this.visit = visitor;
  }

  /**
   * Makes a workspace in the product of all stories and signs its agent in. One for a test file.
   * @param workspace 'demo' for a story that needs what lies in the demo tenant
   */
  static async begin(
    size?: { width: number; height: number },
    workspace: 'new' | 'demo' = 'new',
  ): Promise<Story> {
    const product = workspace === 'demo' ? attachProduct() : await shareProduct();
    const { tenantId } = product;
    const caller = await product.signIn('agent');
    const visitor = await visit(product.origin, size);
    // Transitions take time, and axe measures their faint colours.
    await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
    const story = new Story(product, tenantId, caller, visitor);
    await story.page.goto('/login');
    await story.signIn();
    await story.page.waitForURL((url) => url.pathname !== '/login');
    return story;
  }

  async end(): Promise<void> {
    await closeBrowser();
    // What AWS would refuse is told at the file that did it.
    expect(this.product.faults).toBe('');
  }

  get page() {
    return this.visit.page;
  }

  get canvas(): Locator {
    return this.page.getByRole('application', { name: 'Canvas' });
  }

  /** The toolbar that floats at what is selected. */
  get selection(): Locator {
    return this.page.getByRole('toolbar', { name: 'Selection' });
  }

  /** The bar above the canvas. */
  get toolbar(): Locator {
    return this.page.getByRole('toolbar', { name: 'Canvas', exact: true });
  }

  get properties(): Locator {
    return this.page.getByRole('tabpanel', { name: 'Properties' });
  }

  async signIn(): Promise<void> {
    await this.page.getByLabel('Username').fill('agent');
    await this.page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** Makes a project of these elements and opens it, with the keyboard on the canvas. */
  async open(elements: readonly Drawn[] = [], fields: Partial<ProjectFields> = {}): Promise<string> {
    const { id } = await this.caller.ask<{ id: string }>('POST', '/content/projects', {
      name: 'A story',
      ...fields,
      elements,
    });
    this.projectId = id;
    await this.page.goto(`/content-creator/${id}`);
    await this.has(elements.length);
    await this.canvas.focus();
    return id;
  }

  /** Waits until the canvas has so many elements. */
  async has(count: number): Promise<void> {
    const words = count === 1 ? '1 element' : `${count} elements`;
    await this.toolbar.getByText(words, { exact: true }).waitFor();
  }

  /** Opens a tab of the Design Panel, where it is not open. */
  async tab(name: string): Promise<void> {
    const tab = this.page
      .getByRole('tablist', { name: 'Design Panel' })
      .getByRole('tab', { name, exact: true });
    if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
    await this.page.getByRole('tabpanel', { name, exact: true }).waitFor();
  }

  /** Chooses one of a segmented control, whose own radio buttons lie hidden behind their labels. */
  async choose(where: Locator, name: string): Promise<void> {
    const id = await where.getByRole('radio', { name, exact: true }).getAttribute('id');
    await where.locator(`label[for="${id}"]`).click();
  }

  /** The sentence of a toast. */
  async says(sentence: string | RegExp): Promise<void> {
    await this.page.getByRole('alert').getByText(sentence).first().waitFor();
  }

  /** Where a place of the canvas lies on the page now, in px. */
  async at(x: number, y: number): Promise<{ x: number; y: number }> {
    const area = (await this.canvas.boundingBox())!;
    const { width, height } = area;
    const zoom = (await this.zoom()) / 100;
    // Valid while the canvas is in the middle, as it is after opening, fitting and centring.
    const size = await this.canvasSize();
    return {
      x: area.x + Math.round((width - size.width * zoom) / 2) + x * zoom,
      y: area.y + Math.round((height - size.height * zoom) / 2) + y * zoom,
    };
  }

  /** Percent. */
  async zoom(): Promise<number> {
    const label = await this.page
      .getByRole('toolbar', { name: 'Zoom' })
      .getByRole('button', { name: /^Zoom \d/ })
      .innerText();
    return Number.parseInt(label, 10);
  }

  async canvasSize(): Promise<{ width: number; height: number }> {
    const label = await this.toolbar.getByRole('button', { name: /^Canvas size/ }).innerText();
    const [width, height] = label.split('×').map(Number);
    return { width: width!, height: height! };
  }

  /** What the chrome says of what is selected: its type and place. */
  async selected(words: string | RegExp): Promise<void> {
    await this.selection.getByText(words).waitFor();
  }

  async select(type: string): Promise<void> {
    await this.page.getByLabel('Search elements of this project').fill(type);
    await this.page.getByRole('option').first().click();
    await this.selection.waitFor();
  }

  /** Keeps pictures of the screen as it is, light and dark, wide and as on a phone, where PICTURES names a folder. */
  async picture(name: string): Promise<void> {
    const folder = process.env.PICTURES;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    const size = this.page.viewportSize()!;
    const take = async (kind: string) => {
      await this.page.waitForTimeout(300);
      await this.page.screenshot({ path: join(folder, `${name}-${kind}.png`) });
    };
    await take('light');
    await this.page.emulateMedia({ colorScheme: 'dark' });
    await take('dark');
    await this.page.setViewportSize({ width: 390, height: 844 });
    await take('phone-dark');
    await this.page.emulateMedia({ colorScheme: 'light' });
    await take('phone');
    await this.page.setViewportSize(size);
  }

  /** Nothing thrown and nothing refused by the content security policy. */
  threwNothing(): void {
    expect(this.visit.problems).toEqual([]);
  }
}
