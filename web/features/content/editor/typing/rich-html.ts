import { trimEnd } from '#shared/model/text.ts';
import { parseColor } from '#shared/scene/css/color.ts';
import { type RichText, type RunStyle, runStyle, segmentsOf, tidyRuns } from '#shared/scene/text/runs.ts';

/** Elements whose content nobody reads. */
const unseen = 'script, style, template, noscript, title, head, object, iframe, svg, math, select, textarea';
const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DIV DL DT DD FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE TR UL'.split(
    ' ',
  ),
);
const bolder = new Set(['B', 'STRONG', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'TH']);
const slanted = new Set(['I', 'EM', 'CITE', 'DFN', 'VAR']);
const underlined = new Set(['U', 'INS']);
const struck = new Set(['S', 'STRIKE', 'DEL']);

/** Where our own copies keep what HTML cannot say. */
const ownAttribute = 'data-dealbell-run';

function ownStyle(element: Element): RunStyle | undefined {
  const kept = element.getAttribute(ownAttribute);
  if (kept === null) return undefined;
  try {
    return runStyle.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

/** A colour worth keeping: programs write black for letters that were never coloured. */
function colorIn(css: string): string | undefined {
  const color = parseColor(css);
  if (!color || color.a === 0 || (color.r === 0 && color.g === 0 && color.b === 0)) return undefined;
  const hex = [color.r, color.g, color.b].map((part) => Math.round(part).toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}

function styleIn(element: Element, around: RunStyle): RunStyle {
  const own = ownStyle(element);
  if (own) return own;
  const style: RunStyle = { ...around };
  const { tagName } = element;
  if (bolder.has(tagName)) style.weight = 700;
  if (slanted.has(tagName)) style.italic = true;
  if (underlined.has(tagName)) style.underline = true;
  if (struck.has(tagName)) style.strike = true;
  const css = (element as HTMLElement).style;
  const { fontWeight, fontStyle, color } = css;
  const line = css.textDecorationLine || css.textDecoration;
  if (fontWeight === 'bold' || fontWeight === 'bolder' || Number(fontWeight) >= 600) style.weight = 700;
  // Some programs wrap everything in a <b> that is not bold.
  else if (fontWeight !== '') delete style.weight;
  if (fontStyle === 'italic' || fontStyle === 'oblique') style.italic = true;
  else if (fontStyle === 'normal') delete style.italic;
  if (line.includes('underline')) style.underline = true;
  if (line.includes('line-through')) style.strike = true;
  const attribute = tagName === 'FONT' ? (element.getAttribute('color') ?? '') : '';
  const painted = colorIn(color || attribute);
  if (painted) style.color = painted;
  return style;
}

/**
 * The words of pasted HTML with what is bold, italic, underlined, struck out and coloured in it. A parsed document
 * runs no scripts and loads nothing, and nothing of it but words and these styles is taken over.
 */
export function richOfHtml(html: string): RichText {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(unseen)) element.remove();
  let text = '';
  const runs: RichText['runs'] = [];
  const put = (words: string, style: RunStyle) => {
    if (words === '') return;
    runs.push({ start: text.length, end: text.length + words.length, ...style });
    text += words;
  };
  const endLine = () => {
    text = trimEnd(text, / /);
    for (const run of runs) run.end = Math.min(run.end, text.length);
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  const visit = (node: Node, around: RunStyle, keepsBlanks: boolean): void => {
    if (node.nodeType === Node.TEXT_NODE) {
      const raw = node.nodeValue ?? '';
      const words = keepsBlanks ? raw : raw.replaceAll(/[ \t\r\n\f]+/g, ' ');
      const begins = text === '' || /[\s]$/.test(text);
      put(begins && !keepsBlanks ? words.replace(/^ /, '') : words, around);
      return;
    }
    if (!(node instanceof Element)) return;
    if (node.tagName === 'BR') {
      text += '\n';
      return;
    }
    const isBlock = blocks.has(node.tagName);
    if (isBlock) endLine();
    const style = styleIn(node, around);
    const space = (node as HTMLElement).style.whiteSpace;
    const keeps = space ? space.startsWith('pre') : keepsBlanks || node.tagName === 'PRE';
    for (const child of node.childNodes) visit(child, style, keeps);
    if (node.tagName === 'TD' || node.tagName === 'TH') put(' ', {});
    if (isBlock) endLine();
  };
  visit(body, {}, false);
  const whole = text.replaceAll('\u00a0', ' ').trimEnd();
  return { text: whole, runs: tidyRuns(runs, whole.length) };
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Rich text as other programs read it, and as this one reads it whole. */
export function htmlOfRich(rich: RichText): string {
  const spans = segmentsOf(rich).map(({ start, end, style }) => {
    const lines = [style.underline && 'underline', style.strike && 'line-through'].filter(Boolean);
    const css = [
      style.weight !== undefined && `font-weight:${style.weight}`,
      style.italic !== undefined && `font-style:${style.italic ? 'italic' : 'normal'}`,
      lines.length > 0 && `text-decoration:${lines.join(' ')}`,
      style.color !== undefined && `color:${style.color}`,
      'white-space:pre-wrap',
    ].filter(Boolean);
    const own = escaped(JSON.stringify(style));
    return `<span ${ownAttribute}="${own}" style="${escaped(css.join(';'))}">${escaped(rich.text.slice(start, end))}</span>`;
  });
  return spans.join('');
}
