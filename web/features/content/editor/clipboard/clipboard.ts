import type { JsonValue } from '#shared/model/bounded-map.ts';
import { contentLimits, type Element } from '#shared/model/content.ts';
import { editorConstants } from '#shared/model/editor-constants.ts';
import { boxesOverlap, type Point } from '#shared/model/geometry.ts';
import { constrainSize } from '#shared/model/resize.ts';
import { boundsOf, elementTypeNamed, newElement } from '#shared/scene/registry.ts';
import { type RichText, sliceOf } from '#shared/scene/text/runs.ts';
import { withHeight } from '../auto-height.ts';
import { copiesOf, newElementId } from '../create.ts';
import type { Editor } from '../editor.ts';
import { boxAround } from '../element-geometry.ts';
import { richOfHtml } from '../typing/rich-html.ts';
import { elementsMime, fromClipboard, isSvg, toClipboard } from './format.ts';

export interface ClipboardDependencies {
  editor: Editor;
  tenantId: number | null;
  /** Uploads a file and puts it on the canvas, its middle at the point. */
  placeFile(file: File, at: Point): Promise<void>;
  /** The system clipboard, for buttons and menus; a key carries its own event. */
  system: { writeText(text: string): Promise<void>; readText(): Promise<string> };
}

/** What the clipboard of an event carries. */
export type Carried = Pick<DataTransfer, 'getData'> & { files: ArrayLike<File> };

/** px of a line and of a letter in a pasted text of the default size, to give it a box. */
const line = 27;
const letter = 9;
const widest = 600;

/** Which item of the clipboard each element belongs to, from 0: a group is one item, so that it keeps its shape. */
function itemNumbers(elements: readonly Element[]): ReadonlyMap<Element, number> {
  const numbers = new Map<string, number>();
  return new Map(
    elements.map((element) => {
      const item = element.groupId ?? element.id;
      const number = numbers.get(item) ?? numbers.size;
      numbers.set(item, number);
      return [element, number];
    }),
  );
}

/** Copies and pastes elements, pictures, drawings and texts through the system clipboard. */
export class Clipboard {
  readonly #deps: ClipboardDependencies;
  /** How often the same elements were pasted: each paste lies further along. */
  #repeated = { text: '', times: 0 };

  constructor(deps: ClipboardDependencies) {
    this.#deps = deps;
  }

  /** Puts elements into the clipboard of a copy or cut event. */
  carry(data: Pick<DataTransfer, 'setData'>, elements: readonly Element[]): void {
    const text = toClipboard(elements, this.#deps.tenantId);
    data.setData(elementsMime, text);
    data.setData('text/plain', text);
  }

  /** The same without an event, from a button or a menu. */
  async write(elements: readonly Element[]): Promise<void> {
    try {
      await this.#deps.system.writeText(toClipboard(elements, this.#deps.tenantId));
      // A key that copies is known to have done so; a button says it.
      this.#deps.editor.toast('Copied to clipboard', 'success');
    } catch {
      this.#deps.editor.toast('This browser does not let the page write to the clipboard.', 'error');
    }
  }

  async pasteFromSystem(): Promise<void> {
    try {
      this.#pasteText(await this.#deps.system.readText());
    } catch {
      this.#deps.editor.toast('This browser lets the page read the clipboard only by Ctrl+V.', 'info');
    }
  }

  /** @returns whether there was something to paste */
  paste(data: Carried): boolean {
    const own = data.getData(elementsMime);
    if (own && this.#pasteElements(own)) return true;
    const files = Array.from(data.files);
    if (files.length > 0) {
      for (const file of files) void this.#deps.placeFile(file, this.#middle());
      return true;
    }
    const plain = data.getData('text/plain');
    const html = data.getData('text/html');
    const rich = html ? richOfHtml(html) : undefined;
    return this.#pasteText(plain.trim() ? plain : (rich?.text ?? ''), rich);
  }

  /** @param rich the same words with their styles, where they have some */
  #pasteText(text: string, rich?: RichText): boolean {
    if (text.trim() === '') return false;
    if (this.#pasteElements(text)) return true;
    if (isSvg(text)) {
      const file = new File([text], 'Pasted drawing.svg', { type: 'image/svg+xml' });
      void this.#deps.placeFile(file, this.#middle());
      return true;
    }
    if (rich && rich.runs.length > 0) this.#addText(rich);
    else this.#addText({ text: text.trim().replaceAll('\r\n', '\n'), runs: [] });
    return true;
  }

  #pasteElements(text: string): boolean {
    const { editor } = this.#deps;
    const elements = fromClipboard(text, this.#deps.tenantId);
    if (!elements) return false;
    const room = contentLimits.elementsPerProject - editor.document.size;
    if (elements.length > room) {
      editor.toast(`A project holds at most ${contentLimits.elementsPerProject} elements.`, 'error');
      return true;
    }
    this.#repeated = { text, times: this.#repeated.text === text ? this.#repeated.times + 1 : 1 };
    const { base, perItem } = editorConstants.copyOffset;
    const shift = base * this.#repeated.times;
    const around = boxAround(elements)!;
    const sight = editor.camera.visibleBox();
    const seen = boxesOverlap({ ...around, x: around.x + shift, y: around.y + shift }, sight);
    const middle = this.#middle();
    const toMiddle = {
      x: middle.x - around.x - around.width / 2,
      y: middle.y - around.y - around.height / 2,
    };
    const items = itemNumbers(elements);
    const offset = (element: Element) => {
      const along = shift + perItem * items.get(element)!;
      return seen ? { x: along, y: along } : toMiddle;
    };
    const label = elements.length === 1 ? 'Paste' : `Paste ${elements.length} elements`;
    editor.add(label, copiesOf(editor, elements, offset));
    return true;
  }

  #addText(pasted: RichText): void {
    const { editor } = this.#deps;
    const { textLength } = contentLimits;
    if (pasted.text.length > textLength) {
      editor.toast(`Only the first ${textLength} characters were pasted.`, 'info');
    }
    const { text, runs } = sliceOf(pasted, 0, textLength);
    const type = elementTypeNamed('text');
    const plain = newElement('text', { id: newElementId(), x: 0, y: 0, layerOrder: 0 });
    const lines = text.split('\n');
    const longest = Math.max(...lines.map(({ length }) => length)) * letter;
    const width = Math.min(widest, Math.max(type.size.width, longest));
    const rows = lines.reduce((sum, one) => sum + Math.max(1, Math.ceil((one.length * letter) / width)), 0);
    const size = constrainSize({ width, height: Math.max(type.size.height, rows * line) }, boundsOf(plain));
    const middle = this.#middle();
    const made: Element = {
      ...plain,
      styles: { ...plain.styles, autoHeight: true },
      size,
      properties: { ...plain.properties, text, runs: runs as unknown as JsonValue },
    };
    const height = editor.textHeight?.(made);
    const element = height === undefined ? made : withHeight(made, height);
    const place = { x: middle.x - size.width / 2, y: middle.y - size.height / 2 };
    editor.add(
      'Paste text',
      copiesOf(editor, [element], () => place),
    );
  }

  /** The middle of what the screen shows, canvas px. */
  #middle(): Point {
    const { x, y, width, height } = this.#deps.editor.camera.visibleBox();
    return { x: x + width / 2, y: y + height / 2 };
  }
}
