import { trimEdges } from '#shared/model/text.ts';

/*
 * What somebody wrote in answer to a mail, and what their program put below it. There is no standard for how a mail is
 * quoted; these are the ways of the programs that people use. Each pattern is bounded, because anybody may send a mail.
 */

export interface Reply {
  /** What is new. */
  said: string;
  /** The rest: the mail that it answers, a signature. */
  quoted: string;
}

/** "On Tuesday, Ann wrote:" in the ways of programs, on one line or on up to four: how it begins, and what it says. */
const attributions: readonly (readonly [RegExp, RegExp])[] = [
  [/^On\s/i, /\bwrote\s?:$/i],
  [/^Am\s/i, /\bschrieb\b/i],
  [/^El\s/i, /\bescribi[óo]\s?:$/i],
  [/^Le\s/i, /\ba\s[ée]crit\s?:$/i],
  [/^Il\s/i, /\bha\sscritto\s?:$/i],
  [/^Em\s/i, /\bescreveu\s?:$/i],
  [/^Op\s/i, /\bschreef\b/i],
  [/^(?:Den|På|Pe|Dne)\s/i, /skrev|a scris|napsal/i],
];
/** So many characters at least stand between how an attribution begins and what it says: a day or a name. */
const leastNamed = 4;
/** "2026-03-10 9:00 GMT-05:00 Ann <ann@example.com>:" */
const addressAttribution = /^.{0,200}<[^<>\s]{3,254}>\s?:$/;

const dividers = new Set([
  'original message',
  'original appointment',
  'forwarded message',
  'reply message',
  'ursprüngliche nachricht',
  'ursprungliche nachricht',
  'mensaje original',
  "message d'origine",
  'message d’origine',
  'messaggio originale',
  'mensagem original',
  'oorspronkelijk bericht',
]);
/** "-----Original Message-----", also with underscores. */
const isDivider = (line: string) =>
  /^(?:--|__)/.test(line) && /(?:--|__)$/.test(line) && dividers.has(trimEdges(line, /[-_\s]/).toLowerCase());
const begunForward = /^Begin forwarded message:$/i;
const rule = /^_{10,}$/;

/** The head of the answered mail, as Outlook puts it there. */
const headFrom = /^[*>]{0,2}(?:From|Von|De|Da|Van|Från|Fra)\s?:[*\s].{2,}/i;
const headLine =
  /^[*>]{0,2}(?:Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff|Enviado(?: el)?|Fecha|Para|Asunto|Envoyé|À|Objet|Inviato|A|Oggetto|Verzonden|Aan|Onderwerp|Skickat|Till|Ämne|Assunto|Data)\s?:/i;

const signature = /^--\s?$/;
const sentFrom =
  /^(?:Sent from (?:my |Yahoo |Mail |Outlook |AOL |the all new ).{0,80}|Sent via .{0,60}|Get Outlook for .{0,60}|Enviado desde mi .{0,60}|Von meinem .{1,40} gesendet.{0,20}|Envoyé de mon .{0,60})$/i;

const isQuote = (line: string) => line.startsWith('>');

function isAttribution(lines: readonly string[], at: number): boolean {
  const first = lines[at]!;
  if (addressAttribution.test(first) && lines.slice(at + 1, at + 4).some(isQuote)) return true;
  const says = attributions.find(([begins]) => begins.test(first))?.[1];
  if (!says) return false;
  for (let count = 1; count <= 4; count++) {
    const joined = lines.slice(at, at + count).join(' ');
    if (joined.length > 600) return false;
    if (joined.endsWith(':') && says.test(joined.slice(joined.search(/\s/) + 1 + leastNamed))) return true;
  }
  return false;
}

function isHead(lines: readonly string[], at: number): boolean {
  if (!headFrom.test(lines[at]!)) return false;
  return lines.slice(at + 1, at + 6).filter((line) => headLine.test(line)).length >= 2;
}

/** Whether the answered mail begins at a line. */
function begins(lines: readonly string[], at: number): boolean {
  const line = lines[at]!;
  if (line === '' || line.length > 600) return false;
  return (
    isDivider(line) ||
    begunForward.test(line) ||
    isAttribution(lines, at) ||
    isHead(lines, at) ||
    (rule.test(line) && lines.slice(at + 1, at + 4).some((_, n) => isHead(lines, at + 1 + n)))
  );
}

/** Where a signature begins, from which on there is nothing that answers. */
const endOf = (lines: readonly string[]): number => {
  const end = lines.findIndex((line) => signature.test(line) || sentFrom.test(line));
  return end === -1 ? lines.length : end;
};

const joinLines = (lines: readonly string[]) =>
  lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Parts what is new in a mail from what it quotes. Nothing is lost: both together are the whole text. */
export function visibleReply(text: string): Reply {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd());
  const bare = lines.map((line) => line.trim());
  let cut = bare.findIndex((_, at) => begins(bare, at));
  if (cut === -1) {
    // Quoted to the end, without a word of whose it is.
    const last = bare.findLastIndex((line) => line !== '' && !isQuote(line));
    const quote = bare.findIndex(isQuote);
    cut = quote > last ? quote : lines.length;
  }
  const end = Math.min(cut, endOf(bare.slice(0, cut)));
  const said = joinLines(lines.slice(0, end));
  if (said !== '') return { said, quoted: joinLines(lines.slice(end)) };
  return below(lines, bare, cut);
}

/** Some answer below what they quote, or between its lines. */
function below(lines: readonly string[], bare: readonly string[], cut: number): Reply {
  const rest = lines.slice(cut);
  const first = bare.slice(cut).findIndex(isQuote);
  if (first === -1) return { said: '', quoted: joinLines(lines) };
  const answers = rest.slice(first).filter((line) => !isQuote(line.trim()));
  return {
    said: joinLines(answers.slice(0, endOf(answers.map((line) => line.trim())))),
    quoted: joinLines(lines),
  };
}

/** Where mail programs begin to quote in a mail of markup. */
const quotedMarkup =
  /<(?:blockquote\b|div\b[^<>]{0,200}(?:class="?(?:gmail_quote|gmail_attr|yahoo_quoted|moz-cite-prefix|protonmail_quote)|id="?(?:appendonsend|divRplyFwdMsg|mail-editor-reference-message-container|x_divRplyFwdMsg|reply-intro))|hr\b[^<>]{0,100}id="?stopSpelling)/i;

const breaks = /^\/?(?:br|p|div|h[1-6]|li|tr|table|ul|ol|blockquote|hr|pre)$/;
const unseen = new Set(['style', 'script', 'head', 'title']);
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  ndash: '–',
  mdash: '—',
  hellip: '…',
};

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (all, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : all;
  });
}

/** The words of markup, in time that grows with its length alone. */
function wordsOf(html: string): string {
  const words: string[] = [];
  let hidden = '';
  let begun = false;
  for (const piece of html.split(/(?=<)/)) {
    const [tag = '', name = ''] = /^<(\/?[a-z][a-z0-9]*|!--)[^>]*>?/i.exec(piece) ?? [];
    const kind = name.toLowerCase();
    if (hidden) {
      if (kind === `/${hidden}`) hidden = '';
      else continue;
    } else if (unseen.has(kind)) {
      hidden = kind;
      continue;
    }
    if (breaks.test(kind) && (kind === 'br' || begun)) {
      words.push('\n');
      begun = false;
    }
    const said = piece.slice(tag.length).replace(/\s+/g, ' ');
    const shown: string = begun ? said : said.trimStart();
    words.push(shown);
    begun ||= shown !== '';
  }
  return unescaped(words.join('')).trim();
}

/** The same for a mail that is markup alone. */
export function visibleReplyOfMarkup(html: string): Reply {
  const cut = html.search(quotedMarkup);
  const { said, quoted } = visibleReply(wordsOf(cut === -1 ? html : html.slice(0, cut)));
  const rest = cut === -1 ? '' : wordsOf(html.slice(cut));
  return { said, quoted: [quoted, rest].filter(Boolean).join('\n\n') };
}
