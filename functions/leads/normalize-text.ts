/** Marks that Unicode puts beside a letter once it is taken apart: accents, umlauts, cedillas. */
const marks = /\p{M}/gu;

/** How text is compared and looked up: without case and accents, so that `jose` finds `José`. */
export const normalizeText = (text: string): string =>
  text.normalize('NFKD').replace(marks, '').toLowerCase().trim().replace(/\s+/g, ' ');

/** The words of a text, folded. */
export const wordsOf = (text: string): string[] =>
  normalizeText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Whether somebody who types this means a phone number: three digits or more and nothing but punctuation. */
export const looksLikePhone = (text: string): boolean =>
  /^[\d\s()+./-]+$/.test(text) && digitsOf(text).length >= 3;
