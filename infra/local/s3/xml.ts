/** The little XML that S3 speaks: a builder for its answers, a strict parser for its few requests. */
import { S3Error } from './errors.ts';

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';
/** S3's documents are four deep; more is an attack or a mistake. */
const MAX_DEPTH = 12;

/** undefined leaves the element out; a list repeats it. */
export type XmlValue =
  | string
  | number
  | boolean
  | undefined
  | XmlValue[]
  | { [name: string]: XmlValue | undefined };

const escapeText = (text: string) =>
  text.replace(/[&<>"\p{Cc}\ufffe\uffff]/gu, (c) => {
    const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
    return named[c] ?? `&#x${c.charCodeAt(0).toString(16).toUpperCase()};`;
  });

function element(name: string, value: XmlValue, attributes = ''): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => element(name, one)).join('');
  if (typeof value !== 'object') return `<${name}${attributes}>${escapeText(String(value))}</${name}>`;
  const children = Object.entries(value).map(([child, inner]) => element(child, inner));
  return `<${name}${attributes}>${children.join('')}</${name}>`;
}

export function xml(root: string, value: XmlValue, options: { namespace?: boolean } = {}): string {
  const attributes = options.namespace === false ? '' : ` xmlns="${NAMESPACE}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, value, attributes)}`;
}

export interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeText(text: string): string {
  return text.replace(/&([^;\s]{0,10});?/g, (whole, name: string) => {
    if (!whole.endsWith(';')) throw new S3Error('MalformedXML');
    const numeric = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
    if (numeric) {
      const code = numeric[1] ? Number.parseInt(numeric[1], 16) : Number(numeric[2]);
      if (code > 0x10ffff) throw new S3Error('MalformedXML');
      return String.fromCodePoint(code);
    }
    const known = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
    if (known === undefined) throw new S3Error('MalformedXML');
    return known;
  });
}

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;

/**
 * Parses a request body whose root must have the given name. Namespaces and attributes are dropped;
 * document types and processing instructions are refused (no entity can be declared). Throws MalformedXML.
 */
export function parseXml(source: string, rootName: string): XmlElement {
  const text = source.replace(/^\uFEFF?\s*(<\?xml[^>]*\?>)?/, '');
  const document: XmlElement = { name: '', text: '', children: [] };
  const open = [document];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match) throw new S3Error('MalformedXML');
    const [, cdata, closing, tag, , selfClosing, characters] = match;
    const parent = open.at(-1)!;
    if (characters !== undefined) parent.text += unescapeText(characters);
    else if (cdata !== undefined) parent.text += cdata;
    else if (tag !== undefined) {
      const name = tag.slice(tag.indexOf(':') + 1);
      if (closing) {
        if (open.length < 2 || parent.name !== name) throw new S3Error('MalformedXML');
        open.pop();
      } else {
        const child: XmlElement = { name, text: '', children: [] };
        parent.children.push(child);
        if (!selfClosing) open.push(child);
        if (open.length > MAX_DEPTH) throw new S3Error('MalformedXML');
      }
    }
  }
  const root = document.children[0];
  const single = open.length === 1 && document.children.length === 1 && document.text.trim() === '';
  if (!single || root?.name !== rootName) throw new S3Error('MalformedXML');
  return root;
}

export const childrenOf = (parent: XmlElement, name: string) =>
  parent.children.filter((c) => c.name === name);

/** The text of the first such child, or undefined. */
export const childText = (parent: XmlElement, name: string): string | undefined =>
  parent.children.find((child) => child.name === name)?.text;
