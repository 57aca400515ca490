/**
 * Sources of images and videos are valid only when they begin so; anything else shows a placeholder (section 5).
 * `/media/` is the product's own library on whatever host it is served from.
 */
const sourcePrefix = /^(https?:\/\/|data:|blob:|\/media\/)/i;

/** Whether an image or video source may be loaded at all. */
export function isMediaSource(source: unknown): source is string {
  return typeof source === 'string' && sourcePrefix.test(source);
}

/**
 * A link as it may be followed from a published sign: http(s), mail, telephone, or a path on the same host.
 * Anything else (`javascript:` above all) gives undefined, and the element is drawn without a link.
 */
export function safeHref(href: unknown): string | undefined {
  if (typeof href !== 'string') return undefined;
  const trimmed = href.trim();
  if (/^(https?:\/\/|mailto:|tel:)/i.test(trimmed)) return trimmed;
  if (/^[#?]/.test(trimmed) || /^\/(?![/\\])/.test(trimmed)) return trimmed;
  return undefined;
}
