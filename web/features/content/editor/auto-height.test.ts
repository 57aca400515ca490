import { describe, expect, it } from 'vitest';
import type { Element } from '#shared/model/content.ts';
import { newElement } from '#shared/scene/registry.ts';
import { Stage } from './testing/stage.ts';

const text = (more: Partial<Element> = {}): Element => {
  const made = newElement('text', { id: 'a', x: 100, y: 100, layerOrder: 0 });
  return { ...made, ...more, styles: { ...made.styles, autoHeight: true, ...more.styles } };
};
/** Each letter takes 10 px of a line, and each line 20. */
const byLetters = ({ size, properties }: Element) =>
  Math.ceil((String(properties.text).length * 10) / size.width) * 20;

function stageWith(element: Element) {
  const stage = new Stage([element]);
  stage.editor.textHeight = byLetters;
  const edit = (change: (element: Element) => Element) => stage.editor.edit('Edit', ['a'], change);
  const say = (words: string) => edit((one) => ({ ...one, properties: { ...one.properties, text: words } }));
  return { ...stage, stage, edit, say, now: () => stage.editor.document.get('a')! };
}

describe('a text that is as high as its words', () => {
  it('grows and shrinks with them, as one step with the edit', () => {
    const { say, now, stage } = stageWith(text());
    say('x'.repeat(100));
    expect(now().size).toEqual({ width: 300, height: 80 });
    say('x');
    expect(now().size.height).toBe(20);
    stage.editor.undo();
    expect(now().size.height).toBe(80);
    stage.editor.undo();
    expect(now().size.height).toBe(60);
  });

  it('wraps again when its width is pulled', () => {
    const { say, now, stage } = stageWith(text());
    say('x'.repeat(60));
    stage.editor.select(['a']);
    stage.down(400, 120).move(250, 120).up();
    expect(now().size).toEqual({ width: 150, height: 80 });
  });

  it('is as high as it is made once its height is pulled', () => {
    const { say, now, stage } = stageWith(text());
    say('x'.repeat(60));
    stage.editor.select(['a']);
    stage.down(250, 140).move(250, 240).up();
    expect(now().size.height).toBe(140);
    expect(now().styles.autoHeight).toBe(false);
    say('x');
    expect(now().size.height).toBe(140);
  });

  it('keeps its upper edge where it was when it is turned', () => {
    const { say, now } = stageWith(text({ rotation: 90, size: { width: 300, height: 60 } }));
    say('x'.repeat(100));
    // Turned by a quarter, the upper edge is the right one of what is seen.
    const right = ({ position, size }: Element) => position.x + size.width / 2 + size.height / 2;
    expect(right(now())).toBeCloseTo(100 + 150 + 30);
  });
});

it('a text of an earlier version keeps the height that it has', () => {
  const { say, now } = stageWith(text({ styles: { autoHeight: undefined as never } }));
  say('x'.repeat(1_000));
  expect(now().size.height).toBe(60);
});
