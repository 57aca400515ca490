import { describe, expect, it } from 'vitest';
import {
  contentLimits,
  element,
  exportOptions,
  newProjectDefaults,
  project,
  projectFields,
  publishOptions,
  variable,
} from './content.ts';

const validElement = {
  id: 'el_1',
  elementType: 'text',
  position: { x: 10, y: 20 },
  size: { width: 300, height: 60 },
  layerOrder: 0,
};

describe('projects', () => {
  it('begin as the specification says', () => {
    expect(projectFields.parse(newProjectDefaults)).toEqual({
      name: 'New Project',
      description: 'A new content creation project',
      status: 'draft',
      canvasSize: { width: 1920, height: 1080 },
      canvasBackground: { type: 'solid', color: '#ffffff' },
      variables: [],
    });
  });

  it.each([
    ['a canvas of 99 px', { canvasSize: { width: 99, height: 100 } }],
    ['a canvas of 10001 px', { canvasSize: { width: 10_001, height: 100 } }],
    ['an unknown field', { colour: 'red' }],
    ['an unknown background', { canvasBackground: { type: 'plaid', color: '#fff' } }],
    ['a field of another background', { canvasBackground: { type: 'solid', color: '#fff', gradient: 'x' } }],
    ['a script as an image', { canvasBackground: { type: 'image', imageUrl: 'javascript:alert(1)' } }],
    ['an empty name', { name: '   ' }],
    ['a name of 20,000 characters', { name: 'x'.repeat(20_000) }],
  ])('refuse %s', (_, change) => {
    expect(projectFields.safeParse({ ...newProjectDefaults, ...change }).success).toBe(false);
  });

  it('may have an image background that is still to be chosen', () => {
    const fields = { ...newProjectDefaults, canvasBackground: { type: 'image', imageUrl: '' } };
    expect(projectFields.safeParse(fields).success).toBe(true);
  });

  it('name no field twice between what is stored and what may be set', () => {
    for (const key of Object.keys(projectFields.shape)) expect(project.shape).toHaveProperty(key);
  });
});

describe('elements', () => {
  it('get defaults for what is left out', () => {
    expect(element.parse(validElement)).toEqual({
      ...validElement,
      position: { x: 10, y: 20, z: 0 },
      rotation: 0,
      opacity: 1,
      isVisible: true,
      isLocked: false,
      styles: {},
      animations: [],
      properties: {},
      assetId: null,
      metadata: {},
      groupId: null,
      constraints: {},
      version: 1,
    });
  });

  it('keep a type that is not known here', () => {
    const properties = { customElementType: 'hologram', depth: { layers: [1, 2, 3] } };
    expect(element.parse({ ...validElement, properties }).properties).toEqual(properties);
  });

  it.each([
    ['NaN as a place', { position: { x: Number.NaN, y: 0 } }],
    ['an infinite width', { size: { width: Number.POSITIVE_INFINITY, height: 10 } }],
    ['a size of 0 × 0', { size: { width: 0, height: 0 } }],
    ['an opacity of 2', { opacity: 2 }],
    ['a fractional layer', { layerOrder: 1.5 }],
    ['an unknown base type', { elementType: 'hologram' }],
    ['an unknown field', { onclick: 'alert(1)' }],
    ['an unknown animation', { animations: [{ type: 'explode' }] }],
    ['NaN inside properties', { properties: { deep: { list: [Number.NaN] } } }],
    ['a list as properties', { properties: [] }],
    ['properties nested too deeply', { properties: { a: { b: { c: { d: { e: { f: {} } } } } } } }],
    ['a property that reaches the prototype', { properties: JSON.parse('{"__proto__": {"admin": true}}') }],
    ['styles that are too large', { styles: { a: 'x'.repeat(60_000), b: 'x'.repeat(60_000) } }],
  ])('refuse %s', (_, change) => {
    expect(element.safeParse({ ...validElement, ...change }).success).toBe(false);
  });

  it('say where a map is wrong', () => {
    const result = element.safeParse({
      ...validElement,
      styles: { font: { size: Number.POSITIVE_INFINITY } },
    });
    expect(result.error?.issues[0]).toMatchObject({
      path: ['styles'],
      message: 'font.size must be a finite number',
    });
  });
});

describe('options', () => {
  it('of an export have the specified defaults', () => {
    expect(exportOptions.parse({ exportType: 'video' })).toMatchObject({
      dimensions: { width: 1920, height: 1080 },
      includeAnimations: true,
      backgroundColor: '#ffffff',
      duration: 10,
      zipName: 'bulk-export',
    });
  });

  it('of a publication have the specified defaults', () => {
    expect(publishOptions.parse({ displayIds: ['d1'] })).toEqual({
      displayIds: ['d1'],
      priority: 'NORMAL',
      duration: null,
      message: 'New content update',
      restoreAfter: true,
    });
  });

  it('of a publication need displays, each once', () => {
    expect(publishOptions.safeParse({ displayIds: [] }).success).toBe(false);
    expect(publishOptions.safeParse({ displayIds: ['d1', 'd1'] }).success).toBe(false);
  });

  it('refuse a 4-hour video', () => {
    const result = exportOptions.safeParse({ exportType: 'video', duration: 4 * 3600 });
    expect(result.success).toBe(false);
    expect(contentLimits.exportDuration.max).toBeLessThan(4 * 3600);
  });
});

describe('variables', () => {
  it.each(['name', 'lead.', '{lead.name}', 'lead.na me', '1.2'])('refuse %s as a name', (name) => {
    expect(variable.shape.name.safeParse(name).success).toBe(false);
  });
});
