import type { StyleParts } from '#shared/model/brand.ts';

/** Outlives the tab, so that a style can be carried to another project. */
const key = 'content-creator-copied-style';

export function keepCopiedStyle(parts: StyleParts): void {
  try {
    localStorage.setItem(key, JSON.stringify(parts));
  } catch {
    // A full or forbidden storage: the style is not copied, which the next paste says.
  }
}

export function copiedStyle(): StyleParts | undefined {
  try {
    const parts = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<StyleParts> | null;
    const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
    return parts && typeof parts.elementType === 'string' && isMap(parts.styles) && isMap(parts.properties)
      ? (parts as StyleParts)
      : undefined;
  } catch {
    return undefined;
  }
}
