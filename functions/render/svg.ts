import { SaxesParser } from 'saxes';

const pageElement = 'foreignobject';

/** The values of a document type's entities. @throws Error for one that could hold an element */
function entitiesOf(doctype: string): [string, string][] {
  return [...doctype.matchAll(/<!ENTITY\s+([\w:.-]+)\s+(?:"([^"<&%]*)"|'([^'<&%]*)')\s*>/g)].map(
    ([, name, double, single]) => [name!, double ?? single ?? ''],
  );
}

/** Where the pages lie in an SVG: the first and the last place of each. @throws Error when it is not well formed */
function pagesIn(svg: string): [number, number][] {
  const parser = new SaxesParser();
  const found: [number, number][] = [];
  let start = 0;
  let depth = 0;
  const isPage = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase() === pageElement;
  parser.on('doctype', (doctype) => {
    for (const [name, value] of entitiesOf(doctype)) parser.ENTITIES[name] = value;
  });
  parser.on('opentagstart', ({ name }) => {
    if (isPage(name) && depth++ === 0) start = svg.lastIndexOf('<', parser.position - 1);
  });
  parser.on('closetag', ({ name }) => {
    if (isPage(name) && --depth === 0) found.push([start, parser.position]);
  });
  parser.write(svg).close();
  return found;
}

/**
 * An SVG without the pages within it: a canvas that has drawn one cannot be read any more, so that a single picture
 * would stop the whole export. Undefined when they cannot be taken out.
 */
export function drawableSvg(svg: string): string | undefined {
  // Only an entity could hide the name from a search.
  if (!/foreignObject|<!ENTITY/i.test(svg)) return svg;
  try {
    const kept: string[] = [];
    let from = 0;
    for (const [start, end] of pagesIn(svg)) {
      kept.push(svg.slice(from, start));
      from = end;
    }
    return kept.join('') + svg.slice(from);
  } catch {
    return undefined;
  }
}
