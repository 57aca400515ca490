import { expect, it } from 'vitest';
import { drawableSvg } from './svg.ts';

const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg"><rect/>${body}</svg>`;

it.each([
  '',
  '<foreignObject width="9"><b>x</b></foreignObject>',
  '<foreignObject/>',
  '<svg:foreignObject>\n</svg:foreignObject >',
])('an SVG is drawn without the pages in it: %s', (body) => expect(drawableSvg(svg(body))).toBe(svg('')));

it('an SVG that hides one is not drawn', () => {
  expect(drawableSvg(svg('<foreignObject><b>'))).toBeUndefined();
});
