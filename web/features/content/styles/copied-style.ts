import type { StyleParts } from '#shared/model/brand.ts';
import { store, stored } from '#web/ui/browser-storage.ts';

/** Outlives the tab, so that a style can be carried to another project. */
const key = 'content-creator-copied-style';

export const keepCopiedStyle = (parts: StyleParts): boolean => store(key, parts);

export function copiedStyle(): StyleParts | undefined {
  const parts = stored(key) as Partial<StyleParts> | undefined;
  const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  return parts && typeof parts.elementType === 'string' && isMap(parts.styles) && isMap(parts.properties)
    ? (parts as StyleParts)
    : undefined;
}
