import { describe, expect, it } from 'vitest';
import { element as elementSchema, variableSources } from '#shared/model/content.ts';
import { parseColor } from './css/color.ts';
import { parseShadows } from './css/shadow.ts';
import { drawElement } from './draw.ts';
import { elementCategories, formTabs } from './element-type.ts';
import { fontFace, fontFiles, fontGroups, fontStack, fonts } from './fonts.ts';
import { typeLoaders } from './lazy-types.ts';
import { boxShadowPresets, defaultColors, fontWeights, presetColors, textShadowPresets } from './presets.ts';
import {
  boundsOf,
  drawableOf,
  elementTypeNamed,
  elementTypes,
  newElement,
  propertyProblems,
  typeOf,
} from './registry.ts';
import { recordingContext } from './testing/recording-context.ts';
import { testElement, testEnv } from './testing/scene-env.ts';

const everyType = [...elementTypes, elementTypeNamed('hologram')];

describe.each(everyType.map((type) => [type.type, type] as const))('%s', (name, type) => {
  const element = newElement(name, { id: 'el_1', x: 10, y: 10, layerOrder: 3 });

  it('makes a valid element within its own bounds', () => {
    expect(elementSchema.safeParse(element).error?.issues).toBeUndefined();
    expect(propertyProblems(element)).toEqual([]);
    const { minWidth, minHeight, maxWidth, maxHeight } = boundsOf(element);
    expect(type.size.width).toBeGreaterThanOrEqual(minWidth);
    expect(type.size.height).toBeGreaterThanOrEqual(minHeight);
    expect(type.size.width).toBeLessThanOrEqual(maxWidth);
    expect(type.size.height).toBeLessThanOrEqual(maxHeight);
  });

  it('has a palette entry', () => {
    expect(elementCategories).toContain(type.category);
    expect(type.label).not.toBe('');
    expect(type.description).not.toBe('');
    expect(type.icon).toMatch(/^Icon[A-Z]/);
  });

  it('has a form whose fields exist and accept their own values', () => {
    for (const field of type.form) {
      expect(formTabs).toContain(field.tab);
      if (field.target !== 'properties') continue;
      expect(type.properties.shape, field.key).toHaveProperty(field.key);
      const accepts = (value: unknown) =>
        type.properties.safeParse({ [field.key]: value }).success || `${field.key} refuses ${value}`;
      if (field.kind === 'select') for (const { value } of field.options) expect(accepts(value)).toBe(true);
      if (field.kind === 'slider')
        for (const value of [field.min, field.max]) expect(accepts(value)).toBe(true);
    }
    const places = type.form.map(({ target, key }) => `${target}.${key}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('draws the same for the same inputs, and leaves the context as it was', () => {
    const draw = (t: number) => {
      const recording = recordingContext();
      drawElement(
        recording.ctx,
        element,
        testEnv({
          t,
          onError: (_, error) => {
            throw error;
          },
        }),
      );
      expect(recording.depth()).toBe(0);
      return recording.calls;
    };
    const played = [0, 1, 2, 3].map(draw);
    expect(draw(2)).toEqual(played[2]);
    if (!type.animated) expect(played[3]).toEqual(played[0]);
    expect(played[0]!.length).toBeGreaterThan(3);
  });

  it('draws with properties and styles of any kind', () => {
    for (const junk of ['junk', -1, true, null, [], {}]) {
      const keys = [
        ...Object.keys(type.properties.shape),
        'fontSize',
        'color',
        'boxShadow',
        'filter',
        'backgroundColor',
      ];
      const map = Object.fromEntries(keys.map((key) => [key, junk]));
      const odd = { ...element, properties: { ...map, customElementType: name }, styles: map };
      const errors: unknown[] = [];
      drawElement(recordingContext().ctx, odd, testEnv({ onError: (_, error) => errors.push(error) }));
      expect(errors).toEqual([]);
    }
  });
});

describe('the registry', () => {
  it('has each type once, with the specified base and size', () => {
    const names = elementTypes.map(({ type }) => type);
    expect(new Set(names).size).toBe(names.length);
    expect(elementTypes.map(({ type, base, size }) => [type, base, size.width, size.height])).toEqual(
      expect.arrayContaining([
        ['text', 'text', 300, 60],
        ['gradient_text', 'text', 400, 80],
        ['shadow_text', 'text', 350, 70],
        ['outline_text', 'text', 380, 75],
        ['image', 'image', 400, 300],
        ['button', 'button', 150, 40],
      ]),
    );
  });

  it('takes an unknown type for an animation of 200 × 100 and keeps its name', () => {
    expect(elementTypeNamed('hologram').base).toBe('animation');
    const element = newElement('hologram', { id: 'x', x: 0, y: 0, layerOrder: 0 });
    expect(element).toMatchObject({
      size: { width: 200, height: 100 },
      properties: { customElementType: 'hologram' },
    });
  });

  it('finds the type by custom type first, then by base type', () => {
    expect(typeOf({ elementType: 'text', properties: { customElementType: 'outline_text' } }).type).toBe(
      'outline_text',
    );
    expect(typeOf({ elementType: 'button', properties: {} }).type).toBe('button');
  });

  it('says which property is wrong, and draws that one with its default', () => {
    const element = testElement('image', { properties: { frame: 'barbed wire', frameWidth: 12 } });
    expect(propertyProblems(element)).toEqual([expect.stringMatching(/^properties\.frame: /)]);
    expect(drawableOf(element, 0).properties).toMatchObject({ frame: 'none', frameWidth: 12 });
  });
});

describe('the types that a sign loads when it needs them', () => {
  it('are all but the few it always has, each under its own name', async () => {
    const loaded = await Promise.all(
      Object.entries(typeLoaders).map(async ([name, load]) => [name, (await load()).type]),
    );
    for (const [name, type] of loaded) expect(type).toBe(name);
    const missing = elementTypes.map(({ type }) => type).filter((type) => !(type in typeLoaders));
    expect(missing).toEqual([
      'text',
      'gradient_text',
      'shadow_text',
      'outline_text',
      'image',
      'shape',
      'button',
    ]);
  });
});

describe('fonts', () => {
  it('each have a family, a group and files', () => {
    expect(fonts[0]!.family).toBe('Inter');
    expect(new Set(fonts.map(({ family }) => family)).size).toBe(fonts.length);
    for (const group of fontGroups) expect(fonts.some((font) => font.group === group)).toBe(true);
    expect(fontFiles().map(({ file }) => file)).toContain(
      '@fontsource/lobster/files/lobster-latin-400-normal.woff2',
    );
  });

  it('are described for the browser by where they are served', () => {
    const [file] = fontFiles();
    expect(fontFace(file!, '/fonts/inter.woff2')).toMatchObject({
      family: 'Inter',
      source: 'url("/fonts/inter.woff2") format("woff2")',
      descriptors: { weight: '100 900' },
    });
  });

  it('fall back to Inter and then to other scripts, and a name cannot break out of its quotes', () => {
    const behind = '"Inter", "Dealbell Scripts"';
    expect(fontStack('lobster')).toBe(`"Lobster", ${behind}, cursive`);
    expect(fontStack('Inter')).toBe(`${behind}, sans-serif`);
    expect(fontStack('No Such"; src: url(x)')).toBe(`"No Such src: url(x)", ${behind}, sans-serif`);
  });
});

describe('presets', () => {
  it('are as many as specified, and understood by the drawing', () => {
    expect([defaultColors.length, presetColors.length, new Set(presetColors).size]).toEqual([4, 22, 22]);
    expect(fontWeights.map(({ value }) => value)).toEqual([300, 400, 500, 600, 700, 800]);
    for (const color of [...defaultColors, ...presetColors]) expect(parseColor(color)).toBeDefined();
    const read = (presets: readonly { value: string }[]) =>
      presets.map(({ value }) => parseShadows(value).length > 0);
    expect(read(textShadowPresets)).toEqual([false, true, true, true]);
    expect(read(boxShadowPresets)).toEqual([false, true, true, true, true]);
    expect(variableSources).toContain('rep');
  });
});
