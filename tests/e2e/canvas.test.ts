import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { demoPassword, type Product } from '#tests/support/product.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* The canvas under a hand: groups, turning, the system clipboard, the menu, touch, and a reload in the middle of it. */

let product: Product;
let maya: Visit;

beforeAll(async () => {
  product = await shareProduct();
  maya = await visit(product.origin);
  const { page } = maya;
  await maya.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/content-creator');
  await page.getByLabel('Username').fill('agent');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'New project' }).first().click();
  await page.waitForURL(/content-creator\/prj_/);
  await canvas().waitFor();
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const canvas = () => maya.page.getByRole('application', { name: 'Canvas' });
const count = (text: string) =>
  maya.page.getByRole('toolbar', { name: 'Canvas', exact: true }).getByText(text, { exact: true }).waitFor();

/** What a person copied in another program, handed over as the browser does. */
const pasteFrom = (data: Record<string, string>) =>
  canvas().evaluate((area, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text);
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);

describe('the canvas', () => {
  it('groups two elements by key, and the keyboard then takes them together', async () => {
    const { page } = maya;
    await canvas().focus();
    await page.keyboard.press('1');
    await count('1 element');
    await page.waitForTimeout(400);
    await page.keyboard.press('Control+d');
    await count('2 elements');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+Alt+g');
    await page.getByRole('button', { name: 'Ungroup' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('toolbar', { name: 'Selection' }).getByText('2 elements').waitFor();
    await expectAccessible(page);
  });

  it('opens its commands by a right click and by the keyboard, and ungroups there', async () => {
    const { page } = maya;
    await canvas().focus();
    const area = (await canvas().boundingBox())!;
    await page.mouse.click(area.x + area.width / 2, area.y + area.height - 60, { button: 'right' });
    await page.getByRole('menu').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /^Ungroup/ }).click();
    await page.getByRole('button', { name: 'Group', exact: true }).first().waitFor();
  });

  it('carries elements through the system clipboard, into another project too', async () => {
    const { page } = maya;
    await canvas().focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+x');
    await count('0 elements');
    await page.keyboard.press('Control+v');
    await count('2 elements');
    const other = await maya.context.newPage();
    await other.goto('/content-creator');
    await other.getByRole('button', { name: 'New project', exact: true }).click();
    const area = other.getByRole('application', { name: 'Canvas' });
    await area.waitFor();
    await area.focus();
    await other.keyboard.press('Control+v');
    await other
      .getByRole('toolbar', { name: 'Canvas', exact: true })
      .getByText('2 elements', { exact: true })
      .waitFor();
    await other.close();
  });

  it('pastes HTML as its words: nothing in it runs', async () => {
    const { page } = maya;
    await canvas().focus();
    await pasteFrom({
      'text/html':
        '<p>Sale <b>today</b></p><script>window.stolen = 1</script><img src=x onerror="window.stolen = 1">',
    });
    await count('3 elements');
    await page.getByRole('tab', { name: 'Properties' }).click();
    const field = page.getByLabel('Text', { exact: true });
    expect((await field.inputValue()).trim()).toBe('Sale today');
    expect(await page.evaluate(() => (window as unknown as { stolen?: number }).stolen)).toBeUndefined();
  });

  it('uploads a pasted drawing as an image', async () => {
    await canvas().focus();
    await pasteFrom({
      'text/plain':
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="red"/></svg>',
    });
    await count('4 elements');
  });

  it('goes on with its history after a reload, undo and redo alike', async () => {
    const { page } = maya;
    await canvas().focus();
    await page.keyboard.press('Control+z');
    await count('3 elements');
    await page.keyboard.press('Control+s');
    await page.getByText('Project saved successfully!').first().waitFor();
    await page.waitForTimeout(500);
    await page.reload();
    await canvas().waitFor();
    await count('3 elements');
    await canvas().focus();
    await page.keyboard.press('Control+z');
    await count('2 elements');
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Control+Shift+z');
    await count('4 elements');
    expect(maya.problems).toEqual([]);
  });

  it('zooms by two fingers, and a finger that rests opens the menu', async () => {
    const { page } = maya;
    const session = await maya.context.newCDPSession(page);
    const area = (await canvas().boundingBox())!;
    const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    const touch = (type: string, points: { x: number; y: number; id: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points });
    const zoom = () =>
      page
        .getByRole('toolbar', { name: 'Zoom' })
        .getByText(/%$/)
        .innerText()
        .then((text) => Number.parseInt(text, 10));
    const before = await zoom();
    const fingers = (apart: number) => [
      { x: middle.x - apart, y: middle.y, id: 1 },
      { x: middle.x + apart, y: middle.y, id: 2 },
    ];
    await touch('touchStart', fingers(60));
    for (let apart = 70; apart <= 120; apart += 10) await touch('touchMove', fingers(apart));
    await touch('touchEnd', []);
    expect(await zoom()).toBeGreaterThan(before * 1.5);
    await touch('touchStart', [{ ...middle, id: 1 }]);
    await page.getByRole('menu').waitFor();
    await touch('touchEnd', []);
    await page.keyboard.press('Escape');
  });
});
