import type { JsonMap } from '#shared/model/bounded-map.ts';
import { colorOr } from '../css/color.ts';
import { fontStack } from '../fonts.ts';
import { isGradient } from '../paint/fill.ts';
import { shadowsOf } from '../paint/shadow.ts';
import { readNumber, readRadius, readText } from '../styles.ts';
import { defaultTextColor } from '../text/style.ts';

type Value = string | number | boolean | undefined | ((event: never) => void);
type Child = Node | string | undefined | false;

/** An element with attributes, listeners (`onclick: …`) and children; texts become text and nothing else. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name.slice(2), value as EventListener);
    else if (name === 'style') node.style.cssText = String(value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return node;
}

/** An icon of strokes in a square of 24 units, hidden from screen readers. @param path of an SVG path element */
export function icon(path: string, filled = false): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(svg.namespaceURI, 'path');
  line.setAttribute('d', path);
  if (filled) line.setAttribute('fill', 'currentColor');
  svg.append(line);
  return svg;
}

let unique = 0;
/** An id that no other part of the page has. */
export const newId = (): string => `live-${++unique}`;

/** Sets the box of an element as the scene draws it; styles that are no colour, gradient or shadow are left out. */
export function applyBox(node: HTMLElement, styles: JsonMap): void {
  const background = readText(styles, 'backgroundColor', 'transparent');
  const { style } = node;
  style.background = isGradient(background) ? background : colorOr(background, 'transparent');
  style.borderRadius = `${readRadius(styles)}px`;
  const shadow = readText(styles, 'boxShadow', 'none');
  if (shadowsOf(shadow).length > 0) style.boxShadow = shadow;
}

/** Sets font and colour of an element as the scene draws it. */
export function applyText(node: HTMLElement, styles: JsonMap): void {
  const { style } = node;
  style.fontFamily = fontStack(readText(styles, 'fontFamily', 'Inter'));
  style.fontSize = `${readNumber(styles, 'fontSize', 16, 1, 2000)}px`;
  style.color = colorOr(styles.color, defaultTextColor);
}
