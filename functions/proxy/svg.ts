import { SaxesParser, type SaxesTagNS } from 'saxes';

/*
 * An SVG in an image element runs nothing and loads nothing; opened by itself it would. What could run is refused
 * rather than cleaned: a picture has no need of it, and no cleaner has held for long. The check reads the document with
 * an XML parser, as a browser does, so that neither a namespace, a character reference nor a CDATA section hides
 * anything, and a word in a comment or a text is only a word.
 *
 * What it would only load (a picture, a shape or a style of another address) is let through: an image element does not
 * load it, and the answer's own Content-Security-Policy (routes.ts) forbids it to a page that opens it.
 */

const notAPicture = 'There is no picture at this address.';
const holdsEntities = 'This SVG names entities, which are not read.';
const holdsScript = 'This SVG holds a script, which is not shown.';
const holdsPage = 'This SVG holds a page, which is not shown.';
const holdsStylesheet = 'This SVG names a style sheet, which is not read.';

const svgNamespace = 'http://www.w3.org/2000/svg';
const pageNamespace = 'http://www.w3.org/1999/xhtml';

/** Elements nested deeper are refused, as browsers do; it also bounds the look-up of a namespace. */
const deepest = 500;

const scripts = new Set(['script', 'handler', 'listener']);
const pages = new Set(['foreignobject', 'iframe', 'object', 'embed']);

/** Spaces and control characters, which an address may hold anywhere and a browser leaves out. */
const ignoredInAddresses = /[\p{C}\p{Z}]+/gu;
const scriptAddress = /(?:java|vb|live)script:/;
const pageAddress = /data:(?:text\/(?:html|xml|javascript)|application\/(?:xhtml\+xml|xml|javascript))/;

class Refused extends Error {}

function refuse(sentence: string): never {
  throw new Refused(sentence);
}

function checkAttribute(name: string, value: string): void {
  if (/^on/i.test(name)) refuse(holdsScript);
  // An animation may set any other attribute to its values.
  if (name.toLowerCase() === 'attributename' && /^(?:[^:]*:)?on/i.test(value.trim())) refuse(holdsScript);
  const address = value.replace(ignoredInAddresses, '').toLowerCase();
  if (scriptAddress.test(address)) refuse(holdsScript);
  if (pageAddress.test(address)) refuse(holdsPage);
}

function checkElement({ local, uri, attributes }: SaxesTagNS, depth: number): void {
  const name = local.toLowerCase();
  if (depth === 1 && (local !== 'svg' || (uri !== '' && uri !== svgNamespace))) refuse(notAPicture);
  if (depth > deepest) refuse('This SVG is nested too deeply to be shown.');
  if (scripts.has(name)) refuse(holdsScript);
  if (pages.has(name) || uri === pageNamespace) refuse(holdsPage);
  for (const attribute of Object.values(attributes)) checkAttribute(attribute.local, attribute.value);
}

/**
 * Why a text is not taken as a picture, as a sentence; undefined for an SVG that only draws. What is no well-formed XML
 * is no picture: a browser would not draw it either.
 */
export function svgProblem(text: string): string | undefined {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype)) refuse(holdsEntities);
    // Declarations could give an element attributes that are not seen here.
    if (doctype.includes('[')) refuse(notAPicture);
  });
  parser.on('processinginstruction', ({ target }) => {
    if (target.toLowerCase() === 'xml-stylesheet') refuse(holdsStylesheet);
  });
  parser.on('opentag', (tag) => checkElement(tag, ++depth));
  parser.on('closetag', () => depth--);
  try {
    parser.write(text).close();
    return undefined;
  } catch (error) {
    return error instanceof Refused ? error.message : notAPicture;
  }
}
