const page = /<((?:[\w-]+:)?foreignObject)\b(?:[^>]*\/>|[\s\S]*?<\/\1\s*>)/gi;

/**
 * An SVG without the pages within it: a canvas that has drawn one cannot be read any more, so that a single picture
 * would stop the whole export. Undefined when they cannot be taken out.
 */
export function drawableSvg(svg: string): string | undefined {
  const left = svg.replace(page, '');
  return /foreignObject/i.test(left) ? undefined : left;
}
