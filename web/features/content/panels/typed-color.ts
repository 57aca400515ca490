/**
 * Whether a colour is typed to its end: # and six hex digits (specification, section 5), or eight where the last
 * two are the opacity. Anything shorter would apply a colour that nobody meant while one types.
 */
export function isTypedColor(text: string): boolean {
  return /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text);
}
