import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayEvent, lambdaContext } from '#tests/support/gateway.ts';
import { bundle, bundleContext, bundledCode, bundleEach, bundleInChild } from './bundle.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundle-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes an entry outside the project. */
function entry(name: string, code: string): string {
  const file = join(folder, name);
  writeFileSync(file, code);
  return file;
}

const load = (outDir: string) => import(join(outDir, 'index.mjs'));

describe('a function’s bundle', () => {
  it('is the function: the system noun answers from its deployed form', async () => {
    const out = join(folder, 'system');
    await bundle('functions/system/index.ts', out);
    const { handler } = await load(out);
    const answer = await handler(gatewayEvent({ method: 'GET', path: '/health' }), lambdaContext());
    expect(answer).toMatchObject({ statusCode: 200, body: '{"status":"ok"}' });
  });

  it('keeps the names of classes, which the table’s guard and the errors go by', async () => {
    const out = join(folder, 'names');
    await bundle(
      entry('names.ts', 'export class ScanCommand {}\nexport const made = new ScanCommand();'),
      out,
    );
    expect((await load(out)).made.constructor.name).toBe('ScanCommand');
  });

  it('carries a page as the text of one script, with its fonts inside', async () => {
    const out = join(folder, 'page');
    writeFileSync(join(folder, 'word.ts'), "export const word: string = 'bell';");
    const font = Buffer.from([0x77, 0x4f, 0x46, 0x32, 0, 255, 254]);
    writeFileSync(join(folder, 'font.woff2'), font);
    entry(
      'page.ts',
      "import { word } from './word.ts'; import f from './font.woff2'; globalThis.drawn = word + f;",
    );
    await bundle(entry('withPage.ts', "import page from './page.ts?page';\nexport { page };"), out);
    const { page } = await load(out);
    const scope: { drawn?: string } = {};
    new Function('globalThis', page)(scope);
    expect(scope.drawn).toBe(`belldata:font/woff2;base64,${font.toString('base64')}`);
  });

  it('takes Chromium along, which cannot be one file', async () => {
    const out = join(folder, 'chromium');
    const code = "import chromium from '@sparticuz/chromium';\nconsole.log(typeof chromium.executablePath);";
    await bundle(entry('chromium.ts', code), out);
    expect(existsSync(join(out, 'node_modules/@sparticuz/chromium/bin/chromium.br'))).toBe(true);
    expect(execFileSync(process.execPath, [join(out, 'index.mjs')], { encoding: 'utf8' })).toBe('function\n');
  });

  it('takes nothing along that the function does not use', () =>
    expect(existsSync(join(folder, 'system/node_modules'))).toBe(false));

  it('checks no model of an entity when it loads', async () => {
    const file = 'functions/users/index.ts';
    const code = (await bundledCode([file])).get(file)!;
    expect(code).toContain('node_modules/electrodb/');
    expect(code).not.toContain('node_modules/jsonschema/');
  });

  it('is the same, byte for byte, where many are built at once', async () => {
    const chromium = entry(
      'browser.ts',
      "import chromium from '@sparticuz/chromium';\nconsole.log(typeof chromium.executablePath);",
    );
    const font = entry('letters.woff2', 'a font');
    const fonts = entry('fonts.ts', `import file from '${font}?font';\nconsole.log(file);`);
    const entries = ['functions/system/index.ts', 'functions/users/index.ts', chromium, fonts];
    const each = await bundleEach(entries, join(folder, 'each'));
    for (const [at, one] of entries.entries()) {
      const alone = join(folder, 'alone', String(at));
      await bundle(one, alone);
      const { file } = each.get(one)!;
      expect(readFileSync(file)).toEqual(readFileSync(join(alone, 'index.mjs')));
      expect(readdirSync(dirname(file))).toEqual(readdirSync(alone));
    }
    expect(readdirSync(join(dirname(each.get(fonts)!.file), 'fonts'))).toHaveLength(1);
    expect(each.get('functions/system/index.ts')!.inputs).toContain('functions/kernel/http.ts');
  });

  it('says what is missing', async () => {
    await expect(bundle('functions/nobody/index.ts', join(folder, 'x'))).rejects.toThrow(
      'functions/nobody/index.ts does not exist, so it cannot be bundled.',
    );
    const broken = entry('broken.ts', "import './gone.ts';");
    expect(() => bundleInChild(broken, join(folder, 'x'))).toThrow(/could not be bundled[\s\S]*gone\.ts/);
  });

  it('is built again in place when a source has changed', async () => {
    const out = join(folder, 'again');
    const file = entry('again.ts', 'export const turn = 1;');
    const context = await bundleContext(file, out, { minify: false });
    try {
      await context.rebuild();
      expect(readFileSync(join(out, 'index.mjs'), 'utf8')).toContain('turn = 1');
      writeFileSync(file, 'export const turn = 2;');
      await context.rebuild();
      expect(readFileSync(join(out, 'index.mjs'), 'utf8')).toContain('turn = 2');
    } finally {
      await context.dispose();
    }
  });
});
