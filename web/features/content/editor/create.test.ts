import { describe, expect, it } from 'vitest';
import { type Asset, contentLimits } from '#shared/model/content.ts';
import { copy } from './commands/clipboard.ts';
import type { CommandContext } from './commands/command.ts';
import { duplicate } from './commands/selection.ts';
import { Creator } from './create.ts';
import { box, Stage } from './testing/stage.ts';

const contextOf = (stage: Stage) =>
  ({ editor: stage.editor, clipboard: { write: async () => {} } }) as unknown as CommandContext;

describe('creating', () => {
  it('gives each element an id of its own, its default size, and the front place', () => {
    const stage = new Stage([box('a', 0, 0)]);
    const text = new Creator(stage.editor).create('text', { x: 100, y: 100 })!;
    expect(text).toMatchObject({
      elementType: 'text',
      size: { width: 300, height: 60 },
      layerOrder: 1,
      properties: { text: 'Your text here - click to edit', customElementType: 'text' },
    });
    expect(text.id).toMatch(/^elm_/);
    expect(stage.selected).toEqual([text.id]);
  });

  it('ignores the same type in the same 50 px cell for 300 ms', () => {
    const stage = new Stage([]);
    const creator = new Creator(stage.editor);
    expect(creator.create('text', { x: 100, y: 100 })).toBeDefined();
    expect(creator.create('text', { x: 140, y: 120 })).toBeUndefined();
    expect(creator.create('text', { x: 160, y: 120 })).toBeDefined();
    stage.wait(299);
    expect(creator.create('text', { x: 100, y: 100 })).toBeUndefined();
    stage.wait(1);
    expect(creator.create('text', { x: 100, y: 100 })).toBeDefined();
  });

  it('takes one drop from the palette in 500 ms', () => {
    const stage = new Stage([]);
    const creator = new Creator(stage.editor);
    expect(creator.fromPalette('text', { x: 0, y: 0 })).toBeDefined();
    expect(creator.fromPalette('image', { x: 900, y: 0 })).toBeUndefined();
    stage.wait(499);
    expect(creator.fromPalette('image', { x: 900, y: 0 })).toBeUndefined();
    stage.wait(1);
    expect(creator.fromPalette('image', { x: 900, y: 0 })).toBeDefined();
  });
});

describe('an asset', () => {
  const asset = (assetType: Asset['assetType']) =>
    ({ id: 'ast_1', name: 'Jingle', assetType, publicUrl: '/media/1/jingle' }) as Asset;

  it('becomes the element that shows it, at most half of the canvas large', () => {
    const stage = new Stage([]);
    const creator = new Creator(stage.editor);
    const image = creator.fromAsset(
      asset('image'),
      { x: 960, y: 540 },
      { natural: { width: 4000, height: 1000 } },
    );
    expect(image).toMatchObject({
      size: { width: 960, height: 240 },
      position: { x: 480, y: 420 },
      assetId: 'ast_1',
      properties: { src: '/media/1/jingle', alt: 'Jingle' },
    });
    stage.wait(500);
    expect(creator.fromAsset(asset('audio'), { x: 0, y: 0 })).toMatchObject({
      elementType: 'video',
      properties: { customElementType: 'audio_player', src: '/media/1/jingle', title: 'Jingle' },
    });
    stage.wait(500);
    expect(creator.fromAsset(asset('document'), { x: 0, y: 0 })).toBeUndefined();
  });

  it('of a dropped file is never taken for a double click', () => {
    const stage = new Stage([]);
    const creator = new Creator(stage.editor);
    for (let file = 0; file < 3; file++)
      creator.fromAsset(asset('image'), { x: 0, y: 0 }, { guarded: false });
    expect(stage.editor.document.size).toBe(3);
  });
});

it('a file gets its lasting address in every state of its element', () => {
  const stage = new Stage([]);
  const { editor } = stage;
  const video = new Creator(editor).fromMedia('video', { src: 'blob:1' }, { x: 400, y: 300 })!;
  editor.edit('Move', [video.id], (one) => ({ ...one, position: { x: 5, y: 5, z: 0 } }));
  editor.amend(video, (one) => ({ ...one, properties: { ...one.properties, src: '/media/1/tour.mp4' } }));
  const source = () => editor.document.get(video.id)?.properties.src;
  expect(source()).toBe('/media/1/tour.mp4');
  editor.undo();
  expect(source()).toBe('/media/1/tour.mp4');
  editor.undo();
  expect(editor.document.size).toBe(0);
  editor.redo();
  expect(source()).toBe('/media/1/tour.mp4');
  expect(editor.history.state.get().steps).toHaveLength(2);
});

it('a full project takes no more, and says so', () => {
  const stage = new Stage([]);
  const { elementsPerProject } = contentLimits;
  const some = box('a', 0, 0);
  stage.editor.add(
    'Fill',
    Array.from({ length: elementsPerProject }, (_, at) => ({ ...some, id: `elm_${at}` })),
  );
  expect(new Creator(stage.editor).create('text', { x: 0, y: 0 })).toBeUndefined();
  expect(stage.toasts).toEqual(['Failed to create element']);
  expect(stage.editor.document.size).toBe(elementsPerProject);
});

describe('copies', () => {
  it('by duplicating lie 10 % of the size beside, and 10 more for each further one', () => {
    const stage = new Stage([box('a', 0, 0, { size: { width: 400, height: 200 } }), box('b', 500, 0)]);
    stage.editor.select(['a', 'b']);
    duplicate.run(contextOf(stage));
    expect(stage.selected.map((id) => stage.at(id))).toEqual([
      [40, 20],
      [520, 20],
    ]);
  });

  it('say what is missing, and leave locked elements out', () => {
    const stage = new Stage([box('a', 0, 0, { isLocked: true })]);
    copy.run(contextOf(stage));
    stage.editor.select(['a']);
    duplicate.run(contextOf(stage));
    expect(stage.toasts).toEqual(['No elements selected to copy', 'No elements selected to duplicate']);
    expect(stage.editor.document.size).toBe(1);
  });
});
