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

it.each([
  ['one in another', '<foreignObject><svg><foreignObject/></svg><b>x</b></foreignObject>'],
  [
    'one by another prefix',
    '<x:foreignObject xmlns:x="http://www.w3.org/2000/svg">\n&lt;</x:foreignObject\t>',
  ],
  [
    'one with a sign of its end in it',
    '<foreignObject a="/>&lt;/foreignObject>"><!-- </foreignObject> --></foreignObject>',
  ],
])('an SVG is drawn without %s', (_, page) => expect(drawableSvg(svg(page))).toBe(svg('')));

it('an SVG keeps what only names one', () => {
  const named = svg(
    '<!-- <foreignObject> --><text>foreignObject</text><style><![CDATA[<foreignObject>]]></style>',
  );
  expect(drawableSvg(named)).toBe(named);
  expect(drawableSvg(`${svg('')} not well formed`)).toBe(`${svg('')} not well formed`);
});

it('an SVG with entities is drawn, but for one that could hold a page', () => {
  const typed = (value: string) =>
    `<!DOCTYPE svg [<!ENTITY ns "${value}"> <!ENTITY none "a">]>\n<svg xmlns="&ns;"><foreignObject a="&none;"/></svg>`;
  const drawn = drawableSvg(typed('http://www.w3.org/2000/svg'));
  expect(drawn).toMatch(/<svg xmlns="&ns;"><\/svg>$/);
  expect(drawableSvg(typed('<foreignObject/>'))).toBeUndefined();
  expect(
    drawableSvg('<!DOCTYPE svg [<!ENTITY x "&#60;&#102;oreignObject/>">]><svg>&x;</svg>'),
  ).toBeUndefined();
});

it('an SVG of a megabyte of unclosed pages takes no longer than its length', () => {
  expect(drawableSvg(svg('<foreignObject '.repeat(70_000)))).toBeUndefined();
  expect(drawableSvg(svg('<foreignObject>'.repeat(70_000)))).toBeUndefined();
});
