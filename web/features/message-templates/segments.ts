/** The characters of the GSM 7-bit alphabet and its extension (3GPP TS 23.038, 6.2.1): a text of these alone is GSM-7. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '^{}\\[~]|€\f';
const known = new Set([...basic, ...extended]);

/** Characters that people paste without knowing, by what they are called and what does the same in GSM-7. */
const twins: Record<string, { name: string; instead: string }> = {
  '‘': { name: 'a curly quote', instead: "'" },
  '’': { name: 'a curly apostrophe', instead: "'" },
  '“': { name: 'a curly quote', instead: '"' },
  '”': { name: 'a curly quote', instead: '"' },
  '–': { name: 'a dash', instead: '-' },
  '—': { name: 'a long dash', instead: '-' },
  '…': { name: 'an ellipsis', instead: '...' },
  '\u00a0': { name: 'a no-break space', instead: ' ' },
  '•': { name: 'a bullet', instead: '*' },
  '`': { name: 'a backtick', instead: "'" },
};

export interface Culprit {
  character: string;
  /** 'a curly apostrophe', 'an emoji', or the character's code. */
  name: string;
  /** What could stand there without making the text UCS-2. */
  instead: string | null;
}

/** The characters that make a text UCS-2, in order, each once. */
export function culpritsOf(text: string): Culprit[] {
  const found = new Map<string, Culprit>();
  for (const character of text) {
    if (known.has(character) || found.has(character)) continue;
    const twin = twins[character];
    const name = twin
      ? twin.name
      : /\p{Extended_Pictographic}/u.test(character)
        ? 'an emoji'
        : `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
    found.set(character, { character, name, instead: twin?.instead ?? null });
  }
  return [...found.values()];
}

/** The text with every such character that has a twin replaced by it. */
export const withTwins = (text: string): string =>
  [...text]
    .map((character) => (known.has(character) ? character : (twins[character]?.instead ?? character)))
    .join('');
