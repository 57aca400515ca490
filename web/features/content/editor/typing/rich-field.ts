import { contentLimits } from '#shared/model/content.ts';
import {
  commonStyle,
  type RichText,
  type RunStyle,
  restyle,
  sliceOf,
  splice,
  styledText,
  typingStyleAt,
  withText,
} from '#shared/scene/text/runs.ts';
import type { TextStyle } from '#shared/scene/text/style.ts';
import { splitGraphemes } from '#shared/scene/text/wrap.ts';
import { Signal } from '../signal.ts';
import { type FormatState, type TextFormatting, type TextMark, toggleMark } from '../text-format.ts';
import { domRange, fillField, offsetOf, selectionIn, type TextRange, textOfField } from './field-dom.ts';
import { htmlOfRich, richOfHtml } from './rich-html.ts';

interface Snapshot {
  rich: RichText;
  selection: TextRange;
}

/** Steps that can be taken back while typing. */
const stepLimit = 200;
/** Pause in ms after which typing begins a new step. */
const squashWindow = 1_000;
/** The name under which a selection stays marked while the toolbar has the focus. */
const keptSelection = 'db-kept-selection';

const inserting: Record<string, string | undefined> = { insertLineBreak: '\n', insertParagraph: '\n' };
const marks: Record<string, TextMark> = {
  formatBold: 'bold',
  formatItalic: 'italic',
  formatUnderline: 'underline',
  formatStrikeThrough: 'strike',
};

/**
 * A field in which a text of several styles is typed. The browser asks before it changes anything (`beforeinput`);
 * the change is made to the text, and the field filled again. What it does not ask for, as an input method while it
 * composes, is read from the field afterwards.
 */
export class RichField implements TextFormatting {
  readonly state: Signal<FormatState>;
  #rich: RichText;
  #base: TextStyle;
  #selection: TextRange;
  /** The style of the next letters, chosen without a selection. */
  #chosen: RunStyle | undefined;
  readonly #root: HTMLElement;
  readonly #onChange: (rich: RichText) => void;
  #past: Snapshot[] = [];
  #future: Snapshot[] = [];
  #last = { kind: '', at: 0 };
  #composing = false;
  readonly #stop = new AbortController();

  constructor(root: HTMLElement, rich: RichText, base: TextStyle, onChange: (rich: RichText) => void) {
    this.#root = root;
    this.#rich = rich;
    this.#base = base;
    this.#onChange = onChange;
    this.#selection = { start: 0, end: rich.text.length };
    this.state = new Signal(this.#format());
    this.#fill();
    const { signal } = this.#stop;
    const on = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      listener: (event: HTMLElementEventMap[Type]) => void,
    ) => root.addEventListener(type, listener, { signal });
    on('beforeinput', (event) => this.#beforeInput(event as InputEvent));
    on('input', () => this.#composing || this.#read());
    on('compositionstart', () => {
      this.#composing = true;
    });
    on('compositionend', () => {
      this.#composing = false;
      this.#read();
    });
    on('paste', (event) => this.#take(event, event.clipboardData));
    on('drop', (event) => this.#take(event, event.dataTransfer));
    on('copy', (event) => this.#carry(event));
    on('cut', (event) => {
      if (this.#carry(event)) this.#replace('cut', this.#selection, { text: '', runs: [] });
    });
    on('focus', () => {
      CSS.highlights?.delete(keptSelection);
      // Whatever brings the focus back, the letters that were selected are selected again.
      this.#showSelection();
    });
    on('blur', () => {
      this.#lookUp(true);
      this.#keepMarked();
    });
    document.addEventListener('selectionchange', () => this.#lookUp(), { signal });
  }

  get rich(): RichText {
    return this.#rich;
  }

  stop(): void {
    this.#stop.abort();
    CSS.highlights?.delete(keptSelection);
  }

  /** The element's own style has changed, or the size at which the text fits. */
  dress(base: TextStyle): void {
    if (JSON.stringify(base) === JSON.stringify(this.#base)) return;
    this.#base = base;
    if (this.#composing) return;
    this.#lookUp();
    this.#fill();
    this.#showSelection();
    this.#tell();
  }

  focus(): void {
    this.#root.focus({ preventScroll: true });
  }

  format(change: RunStyle): void {
    this.#lookUp();
    const { start, end } = this.#selection;
    if (start < end) {
      this.#step('format', () => {
        this.#rich = restyle(this.#rich, start, end, change);
      });
      return;
    }
    this.#chosen = { ...(this.#chosen ?? typingStyleAt(this.#rich, start)), ...change };
    if (this.#rich.text === '') this.#fill();
    this.#showSelection();
    this.#tell();
  }

  toggle(mark: TextMark): void {
    this.format(toggleMark(this.state.get(), mark));
  }

  undo(): void {
    this.#travel(this.#past, this.#future);
  }

  redo(): void {
    this.#travel(this.#future, this.#past);
  }

  #beforeInput(event: InputEvent): void {
    this.#lookUp();
    const { inputType } = event;
    const mark = marks[inputType];
    if (mark || inputType.startsWith('history') || inputType.startsWith('format')) {
      event.preventDefault();
      if (mark) this.toggle(mark);
      if (inputType === 'historyUndo') this.undo();
      if (inputType === 'historyRedo') this.redo();
      return;
    }
    if (event.isComposing || !event.cancelable) return;
    const carried = event.dataTransfer?.getData('text/plain');
    const words = inserting[inputType] ?? event.data ?? carried;
    const range = this.#targetOf(event);
    if (inputType.startsWith('delete')) {
      event.preventDefault();
      this.#replace('delete', range.start < range.end ? range : this.#besides(inputType), {
        text: '',
        runs: [],
      });
    } else if (inputType.startsWith('insert') && words !== undefined && words !== null) {
      event.preventDefault();
      this.#type(range, words);
    }
  }

  /** What an event is about to change. */
  #targetOf(event: InputEvent): TextRange {
    const [target] = event.getTargetRanges();
    if (!target) return this.#selection;
    return {
      start: offsetOf(this.#root, target.startContainer, target.startOffset),
      end: offsetOf(this.#root, target.endContainer, target.endOffset),
    };
  }

  /** The character beside the caret, where the browser does not say what it would delete. */
  #besides(inputType: string): TextRange {
    const { start, end } = this.#selection;
    if (start < end) return this.#selection;
    const { text } = this.#rich;
    if (inputType.endsWith('Forward')) {
      const [next = ''] = splitGraphemes(text.slice(start, start + 40));
      return { start, end: start + next.length };
    }
    const before = splitGraphemes(text.slice(Math.max(0, start - 40), start)).at(-1) ?? '';
    return { start: start - before.length, end: start };
  }

  #type(range: TextRange, words: string): void {
    const replaced = range.start < range.end;
    const style = replaced
      ? commonStyle(this.#rich, range.start, range.start + 1).shared
      : (this.#chosen ?? typingStyleAt(this.#rich, range.start));
    this.#replace(words === '\n' ? 'line' : 'type', range, styledText(words, style));
  }

  #replace(kind: string, { start, end }: TextRange, inserted: RichText): void {
    const room = contentLimits.textLength - this.#rich.text.length + (end - start);
    const fitting = sliceOf(inserted, 0, Math.max(0, room));
    if (start === end && fitting.text === '') return;
    this.#step(kind, () => {
      this.#rich = splice(this.#rich, start, end, fitting);
      const at = start + fitting.text.length;
      this.#selection = { start: at, end: at };
    });
  }

  /** Makes a change that can be taken back; typing without a pause is one step. */
  #step(kind: string, change: () => void): void {
    const now = performance.now();
    const goesOn = kind === this.#last.kind && now - this.#last.at < squashWindow && kind !== 'format';
    const before = { rich: this.#rich, selection: this.#selection };
    change();
    if (!goesOn) this.#past = [...this.#past, before].slice(-stepLimit);
    this.#future = [];
    this.#last = { kind, at: now };
    this.#chosen = undefined;
    this.#changed();
  }

  #travel(from: Snapshot[], to: Snapshot[]): void {
    const target = from.pop();
    if (!target) return;
    to.push({ rich: this.#rich, selection: this.#selection });
    ({ rich: this.#rich, selection: this.#selection } = target);
    this.#last = { kind: '', at: 0 };
    this.#chosen = undefined;
    this.#changed();
  }

  #changed(): void {
    this.#fill();
    this.#showSelection();
    this.#onChange(this.#rich);
    this.#tell();
  }

  /** Takes up what the browser wrote by itself. */
  #read(): void {
    const text = textOfField(this.#root).slice(0, contentLimits.textLength);
    const selection = selectionIn(this.#root);
    if (text === this.#rich.text) return;
    this.#step('type', () => {
      this.#rich = withText(this.#rich, text);
      this.#selection = selection ?? { start: text.length, end: text.length };
    });
  }

  #take(event: Event, data: DataTransfer | null): void {
    event.preventDefault();
    this.#lookUp();
    if (!data) return;
    const html = data.getData('text/html');
    const plain = data.getData('text/plain').replaceAll(/\r\n?/g, '\n');
    const rich = html ? richOfHtml(html) : undefined;
    if (rich && rich.runs.length > 0) this.#replace('paste', this.#selection, rich);
    else if (plain || rich?.text) this.#type(this.#selection, plain || rich!.text);
  }

  #carry(event: ClipboardEvent): boolean {
    this.#lookUp();
    const { start, end } = this.#selection;
    if (start === end || !event.clipboardData) return false;
    event.preventDefault();
    const part = sliceOf(this.#rich, start, end);
    event.clipboardData.setData('text/plain', part.text);
    event.clipboardData.setData('text/html', htmlOfRich(part));
    return true;
  }

  /** Takes up what is selected in the field: browsers tell of it some time after. */
  #lookUp(leaving = false): void {
    if (this.#composing || (document.activeElement !== this.#root && !leaving)) return;
    const selection = selectionIn(this.#root);
    if (!selection) return;
    if (selection.start === this.#selection.start && selection.end === this.#selection.end) return;
    this.#selection = selection;
    this.#chosen = undefined;
    this.#last = { kind: '', at: 0 };
    this.#tell();
  }

  #fill(): void {
    fillField(this.#root, this.#rich, this.#base, this.#chosen ?? {});
  }

  /** The selection as the text has it; marked only, while the focus is elsewhere. */
  #showSelection(): void {
    if (document.activeElement !== this.#root) {
      this.#keepMarked();
      return;
    }
    const selection = window.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(domRange(this.#root, this.#selection));
  }

  #keepMarked(): void {
    const { start, end } = this.#selection;
    if (start < end) CSS.highlights?.set(keptSelection, new Highlight(domRange(this.#root, { start, end })));
    else CSS.highlights?.delete(keptSelection);
  }

  #format(): FormatState {
    const { start, end } = this.#selection;
    if (start < end) {
      const { shared, mixed } = commonStyle(this.#rich, start, end);
      return { base: this.#base, style: shared, mixed };
    }
    const style = this.#chosen ?? typingStyleAt(this.#rich, start);
    return { base: this.#base, style, mixed: new Set() };
  }

  #tell(): void {
    this.state.set(this.#format());
  }
}
