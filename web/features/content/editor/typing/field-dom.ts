import { fontStack } from '#shared/scene/fonts.ts';
import { styleOfPart } from '#shared/scene/text/rich.ts';
import { type RichText, type RunStyle, segmentsOf } from '#shared/scene/text/runs.ts';
import type { TextStyle } from '#shared/scene/text/style.ts';

/** A selection in characters of the text; start and end are one place when nothing is selected. */
export interface TextRange {
  start: number;
  end: number;
}

/** CSS of a part, so that the browser sets it as the scene does. */
function dress(span: HTMLElement, base: TextStyle, run: RunStyle): void {
  const style = styleOfPart(base, run);
  Object.assign(span.style, {
    fontFamily: fontStack(style.fontFamily),
    fontSize: `${style.fontSize}px`,
    fontWeight: String(style.fontWeight),
    fontStyle: style.fontStyle,
    lineHeight: `${style.fontSize * style.lineHeight}px`,
    textDecorationLine: style.textDecoration,
    color: style.color,
  });
}

/** Fills the field with the text, a span for each style. Line breaks stay characters. */
export function fillField(root: HTMLElement, rich: RichText, base: TextStyle, empty: RunStyle): void {
  const segments = segmentsOf(rich);
  const spans = (segments.length > 0 ? segments : [{ start: 0, end: 0, style: empty }]).map((segment) => {
    const span = document.createElement('span');
    dress(span, base, segment.style);
    const text = rich.text.slice(segment.start, segment.end);
    if (text !== '') span.append(text);
    return span;
  });
  // A last line without letters is only shown when something stands in it.
  if (rich.text === '' || rich.text.endsWith('\n')) spans.at(-1)!.append(document.createElement('br'));
  root.replaceChildren(...spans);
}

/** What stands in the field, after the browser has written into it by itself. */
export function textOfField(root: HTMLElement): string {
  return (root.textContent ?? '').replaceAll('\u00a0', ' ');
}

/** The offset of a place in the field. */
export function offsetOf(root: HTMLElement, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(root, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

function placeOf(root: HTMLElement, offset: number): { node: Node; offset: number } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let left = offset;
  let last: Text | undefined;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    // The end of a part and the beginning of the next are one place: after a line break it is the next one's.
    if (left < node.length || (left === node.length && !node.data.endsWith('\n'))) {
      return { node, offset: left };
    }
    left -= node.length;
    last = node;
  }
  if (!last) return { node: root.firstChild ?? root, offset: 0 };
  const breakAfter = last.nextSibling;
  return breakAfter
    ? { node: last.parentNode!, offset: last.parentNode!.childNodes.length - 1 }
    : { node: last, offset: last.length };
}

/** The browser's range for a selection. */
export function domRange(root: HTMLElement, { start, end }: TextRange): Range {
  const range = document.createRange();
  const from = placeOf(root, start);
  const to = start === end ? from : placeOf(root, end);
  range.setStart(from.node, from.offset);
  range.setEnd(to.node, to.offset);
  return range;
}

/** What is selected in the field; undefined when the selection is elsewhere. */
export function selectionIn(root: HTMLElement): TextRange | undefined {
  const selection = window.getSelection();
  if (!selection || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.startContainer) || !root.contains(range.endContainer)) return undefined;
  return {
    start: offsetOf(root, range.startContainer, range.startOffset),
    end: offsetOf(root, range.endContainer, range.endOffset),
  };
}
