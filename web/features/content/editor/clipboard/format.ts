import { z } from 'zod';
import { contentLimits, type Element, element } from '#shared/model/content.ts';
import { documentKind } from '#shared/model/markup.ts';

/** The type under which elements lie in the system clipboard beside their text. */
export const elementsMime = 'application/x-dealbell-elements';
/** Texts longer than this are not looked into for elements, in characters. */
const longestClipboard = 50_000_000;
const marker = 'dealbell/elements';

const carried = z.strictObject({
  type: z.literal(marker),
  tenantId: z.number().nullable(),
  elements: z.array(element).min(1).max(contentLimits.elementsPerProject),
});

/** Elements as a text that any program can carry and this editor knows again. */
export function toClipboard(elements: readonly Element[], tenantId: number | null): string {
  return JSON.stringify({ type: marker, tenantId, elements });
}

/**
 * The elements in a clipboard's text; undefined when it is any other text. Everything is checked as if it came
 * from a stranger, which it may. Assets of another tenant are not taken along: their addresses are.
 */
export function fromClipboard(text: string, tenantId: number | null): Element[] | undefined {
  if (text.length > longestClipboard || !text.startsWith('{"type":"dealbell/')) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const checked = carried.safeParse(parsed);
  if (!checked.success) return undefined;
  const same = checked.data.tenantId === tenantId;
  return checked.data.elements.map((one) => (same ? one : { ...one, assetId: null }));
}

/** Whether a text is a drawing; it is then kept as an image, in which no script ever runs. */
export function isSvg(text: string): boolean {
  return documentKind(text.trim()) === 'svg';
}
