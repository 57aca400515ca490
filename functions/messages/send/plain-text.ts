import { type QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** What stands in these is not read. */
const unread = new Set(['style', 'script', 'head', 'title']);
/** After these a new line begins. */
const lines = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'tr']);

/**
 * Gathers the text of a mail from its tokens. The tokenizer and not the parser over it: the parser keeps a list of the
 * open elements that it searches and shifts, which takes the square of the time for deeply nested markup.
 */
class TextOfMarkup implements TokenizerCallbacks {
  readonly #html: string;
  readonly #text: string[] = [];
  /** The element whose content is left out, and the names of the tag and attribute that are being read. */
  #unreadIn = '';
  #tag = '';
  #attribute = '';
  /** Where a link leads that is open, and where its text begins in what was gathered. */
  #link: { href: string; from: number } | undefined;
  #href: string[] | undefined;

  constructor(html: string) {
    this.#html = html;
  }

  text(): string {
    this.#endLink();
    return this.#text.join('');
  }

  #say(text: string): void {
    if (!this.#unreadIn) this.#text.push(text);
  }

  /** A link's address follows its text, unless it is the text. */
  #endLink(): void {
    const link = this.#link;
    if (!link) return;
    this.#link = undefined;
    const text = this.#text.splice(link.from).join('');
    this.#text.push(text.trim() === link.href ? link.href : `${text} (${link.href})`);
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#href = undefined;
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    // The first of several counts, as in a browser.
    if (this.#tag === 'a' && this.#attribute === 'href')
      if (this.#href) this.#attribute = '';
      else this.#href = [];
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute === 'href') this.#href?.push(this.#html.slice(start, end));
  }

  onattribentity(codepoint: number): void {
    if (this.#attribute === 'href') this.#href?.push(String.fromCodePoint(codepoint));
  }

  onattribend(_quote: QuoteType, _end: number): void {
    this.#attribute = '';
  }

  onopentagend(_end: number): void {
    const tag = this.#tag;
    // A page's head also ends where its body begins.
    if (this.#unreadIn === 'head' && tag === 'body') this.#unreadIn = '';
    if (this.#unreadIn) return;
    if (unread.has(tag)) this.#unreadIn = tag;
    else if (tag === 'br') this.#say('\n');
    else if (tag === 'a') {
      this.#endLink();
      const href = this.#href?.join('').trim();
      if (href) this.#link = { href, from: this.#text.length };
    }
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end);
  }

  onclosetag(start: number, end: number): void {
    const tag = this.#html.slice(start, end).toLowerCase();
    if (tag === this.#unreadIn) this.#unreadIn = '';
    else if (tag === 'a') this.#endLink();
    else if (lines.has(tag)) this.#say('\n');
  }

  ontext(start: number, end: number): void {
    this.#say(this.#html.slice(start, end));
  }

  ontextentity(codepoint: number, _end: number): void {
    this.#say(String.fromCodePoint(codepoint));
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}

/** What a mail of markup says, for readers that show none (RFC 2046, 5.1.4). Takes time in proportion to its length. */
export function plainOf(html: string): string {
  const gathered = new TextOfMarkup(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, gathered);
  tokenizer.write(html);
  tokenizer.end();
  return gathered
    .text()
    .replace(/[ \t\u00A0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
