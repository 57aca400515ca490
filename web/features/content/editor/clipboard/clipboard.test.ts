import { describe, expect, it } from 'vitest';
import type { Element } from '#shared/model/content.ts';
import { copy, cut } from '../commands/clipboard.ts';
import type { CommandContext } from '../commands/command.ts';
import { box, Stage } from '../testing/stage.ts';
import { Clipboard } from './clipboard.ts';
import { elementsMime, fromClipboard, isSvg, toClipboard } from './format.ts';

/** An editor with a clipboard of its own; `into` pastes into another one. */
class Desk {
  readonly stage: Stage;
  readonly placed: { name: string; type: string }[] = [];
  readonly clipboard: Clipboard;
  data = new Map<string, string>();
  written: string[] = [];

  constructor(elements: readonly Element[], tenantId = 1) {
    this.stage = new Stage(elements);
    this.clipboard = new Clipboard({
      editor: this.stage.editor,
      tenantId,
      placeFile: async ({ name, type }) => void this.placed.push({ name, type }),
      system: {
        writeText: async (text) => void this.written.push(text),
        readText: async () => this.written.at(-1) ?? '',
      },
    });
  }

  get context(): CommandContext {
    return { editor: this.stage.editor, clipboard: this.clipboard } as unknown as CommandContext;
  }

  carry(): this {
    this.data = new Map();
    const setData = (type: string, text: string) => void this.data.set(type, text);
    this.clipboard.carry({ setData }, this.stage.editor.selectedElements());
    return this;
  }

  paste(data: Map<string, string> | Record<string, string> = this.data, files: File[] = []): boolean {
    const held = data instanceof Map ? data : new Map(Object.entries(data));
    return this.clipboard.paste({ getData: (type) => held.get(type) ?? '', files });
  }

  get elements(): Element[] {
    return this.stage.editor.document.all();
  }
}

describe('elements', () => {
  it('come into another project with ids, versions and groups of their own', () => {
    const from = new Desk([
      box('a', 10, 20, { groupId: 'grp_1', version: 7 }),
      box('b', 150, 20, { groupId: 'grp_1' }),
    ]);
    from.stage.editor.select(['a', 'b']);
    const to = new Desk([box('a', 500, 500)]);
    expect(to.paste(from.carry().data)).toBe(true);
    const [, first, second] = to.elements;
    expect(to.elements).toHaveLength(3);
    expect([first!.id, second!.id]).not.toContain('a');
    expect(first!.version).toBe(1);
    expect(first!.groupId).toBe(second!.groupId);
    expect(first!.groupId).not.toBe('grp_1');
    expect(second!.position.x - first!.position.x).toBe(140);
    expect(to.stage.selected).toEqual([first!.id, second!.id]);
    to.stage.editor.undo();
    expect(to.elements).toHaveLength(1);
  });

  it('lie 20 px further with each paste, and in the middle of the screen when they would lie out of sight', () => {
    const desk = new Desk([box('a', 100, 100), box('far', 50_000, 50_000)]);
    desk.stage.editor.select(['a']);
    desk.carry().paste();
    desk.paste();
    expect(desk.elements.slice(-2).map(({ position }) => position.x)).toEqual([120, 140]);
    desk.stage.editor.select(['far']);
    desk.carry().paste();
    expect(desk.elements.at(-1)!.position).toMatchObject({ x: 450, y: 350 });
  });

  it('lie 5 px further with each item, and a group is one item', () => {
    const desk = new Desk([
      box('a', 0, 0),
      box('b', 200, 0, { groupId: 'grp_1' }),
      box('c', 400, 0, { groupId: 'grp_1' }),
      box('d', 600, 0),
    ]);
    desk.stage.editor.select(['a', 'b', 'c', 'd']);
    desk.carry().paste();
    desk.paste();
    const places = desk.elements.slice(4).map(({ position }) => position.x);
    expect(places).toEqual([20, 225, 425, 630, 40, 245, 445, 650]);
  });

  it('are known again from the plain text alone', () => {
    const desk = new Desk([box('a', 0, 0)]);
    desk.stage.editor.select(['a']);
    const text = desk.carry().data.get('text/plain')!;
    expect(desk.paste({ 'text/plain': text })).toBe(true);
    expect(desk.elements.map(({ elementType }) => elementType)).toEqual(['shape', 'shape']);
  });

  it('leave the asset of another tenant behind, and keep that of their own', () => {
    const text = toClipboard([box('a', 0, 0, { assetId: 'ast_1' })], 1);
    expect(fromClipboard(text, 1)![0]!.assetId).toBe('ast_1');
    expect(fromClipboard(text, 2)![0]!.assetId).toBeNull();
  });

  it('are refused when anything about them is not as it should be', () => {
    const good = JSON.parse(toClipboard([box('a', 0, 0)], 1));
    const bad = [
      { ...good, elements: [] },
      { ...good, elements: [{ ...good.elements[0], onclick: 'alert(1)' }] },
      { ...good, elements: [{ ...good.elements[0], position: { x: 'here', y: 0, z: 0 } }] },
      { ...good, elements: [{ ...good.elements[0], properties: { a: 'x'.repeat(70_000) } }] },
    ];
    for (const one of bad) expect(fromClipboard(JSON.stringify(one), 1)).toBeUndefined();
    expect(fromClipboard('{"type":"dealbell/elements"', 1)).toBeUndefined();
  });
});

describe('keys and buttons', () => {
  it('puts what is selected on the clipboard and nothing into the document', async () => {
    const desk = new Desk([box('a', 0, 0), box('b', 200, 0)]);
    desk.stage.editor.select(['a', 'b']);
    copy.run(desk.context);
    expect(desk.elements).toHaveLength(2);
    expect(desk.stage.editor.history.state.get().steps).toEqual([]);
    expect(fromClipboard(desk.written[0]!, 1)).toHaveLength(2);
  });

  it('says so when there is nothing to copy', () => {
    const desk = new Desk([]);
    copy.run(desk.context);
    expect(desk.stage.toasts).toEqual(['No elements selected to copy']);
    expect(desk.written).toEqual([]);
  });

  it('cuts what is not locked, and a button pastes it again', async () => {
    const desk = new Desk([box('a', 0, 0), box('b', 200, 0, { isLocked: true })]);
    desk.stage.editor.select(['a', 'b']);
    cut.run(desk.context);
    expect(desk.elements.map(({ id }) => id)).toEqual(['b']);
    await desk.clipboard.pasteFromSystem();
    expect(desk.elements).toHaveLength(2);
  });
});

describe('what other programs copy', () => {
  it('becomes a text element that holds it, cut at 10,000 characters with a word about it', () => {
    const desk = new Desk([]);
    desk.paste({ 'text/plain': '  First line\r\nSecond <script>alert(1)</script>  ' });
    expect(desk.elements[0]!.properties.text).toBe('First line\nSecond <script>alert(1)</script>');
    expect(desk.elements[0]!.elementType).toBe('text');
    desk.paste({ 'text/plain': 'x'.repeat(100_000) });
    expect(String(desk.elements[1]!.properties.text)).toHaveLength(10_000);
    expect(desk.stage.toasts).toEqual(['Only the first 10000 characters were pasted.']);
    expect(desk.elements[1]!.size.height).toBe(2_000);
  });

  it('is uploaded when it is a picture or a drawing', () => {
    const desk = new Desk([]);
    desk.paste({}, [new File(['x'], 'photo.png', { type: 'image/png' })]);
    const drawing =
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    desk.paste({ 'text/plain': drawing });
    expect(desk.placed).toEqual([
      { name: 'photo.png', type: 'image/png' },
      { name: 'Pasted drawing.svg', type: 'image/svg+xml' },
    ]);
    expect(desk.elements).toEqual([]);
    expect(isSvg('<p>no</p>')).toBe(false);
  });

  it('is left to the browser when there is nothing in it', () => {
    const desk = new Desk([]);
    expect(desk.paste({ 'text/plain': '  \n ' })).toBe(false);
    expect(desk.paste({ [elementsMime]: 'nonsense' })).toBe(false);
  });
});
