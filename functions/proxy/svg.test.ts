import { describe, expect, it } from 'vitest';
import { svgProblem } from './svg.ts';

const svg = (body: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`;

describe('an SVG that only draws', () => {
  it.each([
    ['a prefix of its own', '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:path d="M0 0"/></s:svg>'],
    ['no namespace', '<svg><path d="M0 0"/></svg>'],
    ['a byte order mark', `\uFEFF${svg('')}`],
    ['words of scripts in a text', svg('<text>onclick= javascript: &lt;script></text>')],
    ['words of scripts in a comment', svg('<!-- <script> on x= javascript: -->')],
    ['words of scripts in CDATA', svg('<desc><![CDATA[<script>alert(1)</script>]]></desc>')],
    ['a style', svg('<style>path { fill: url(#a) }</style>')],
    // An image element does not load it, nor does the answer's policy let a page.
    ['a picture of another site', svg('<image xlink:href="https://example.com/a.png"/>')],
    ['a shape of another file', svg('<use href="https://example.com/a.svg#b"/>')],
    ['an embedded picture', svg('<image href="data:image/png;base64,AAAA"/>')],
    ['a link', svg('<a href="https://example.com/on=1"><path/></a>')],
  ])('is taken with %s', (_, text) => expect(svgProblem(text)).toBeUndefined());
});

describe('an SVG that could run something when it is opened', () => {
  it.each([
    ['a script', svg('<script>x()</script>')],
    ['a script by a prefix', svg('<a:script xmlns:a="http://www.w3.org/2000/svg"/>')],
    ['a script of a page', svg('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>')],
    ['an event', svg('', 'onload="x()"')],
    ['an event without a space before it', svg('<path d="M0 0"\nonclick = "x()"/>')],
    ['an event that an animation sets', svg('<set attributeName="onclick" to="x()"/>')],
    ['a script address', svg('<a href=" JavaScript:x()"/>')],
    ['a script address in references', svg('<a href="java&#x73;cript&#58;x()"/>')],
    ['a script address with line breaks', svg('<a xlink:href="java&#10;scr&#9;ipt:x()"/>')],
    ['a script address with control characters', svg('<a href="&#x85;javascript:x()"/>')],
    ['a script address of an animation', svg('<animate attributeName="href" values="#a;javascript:x()"/>')],
  ])('is refused: %s', (_, text) => expect(svgProblem(text)).toMatch(/script|no picture/));

  it.each([
    ['a page', svg('<foreignObject><b/></foreignObject>')],
    ['an element of a page', svg('<h:meta xmlns:h="http://www.w3.org/1999/xhtml" http-equiv="refresh"/>')],
    ['a page in an address', svg('<a href="data:text/html,x"/>')],
  ])('is refused: %s', (_, text) =>
    expect(svgProblem(text)).toBe('This SVG holds a page, which is not shown.'),
  );

  it('is refused for entities, other declarations and style sheets', () => {
    expect(svgProblem(`<!DOCTYPE svg [<!ENTITY % x "y">]>${svg('')}`)).toMatch(/entities/);
    expect(svgProblem(`<!DOCTYPE svg [<!ATTLIST svg onload CDATA "x()">]>${svg('')}`)).toMatch(/no picture/);
    expect(svgProblem(`<?xml-stylesheet type="text/xsl" href="x"?>${svg('')}`)).toMatch(/style sheet/);
  });

  it.each([
    ['nothing', ''],
    ['a page', '<html><body><svg></svg></body></html>'],
    ['an element of another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['an element that does not end', '<svg xmlns="http://www.w3.org/2000/svg"><path>'],
    ['an entity that nobody declared', svg('&x;')],
    ['two roots', `${svg('')}${svg('')}`],
    ['a prefix that nobody declared', svg('<x:path/>')],
  ])('is no picture: %s', (_, text) => expect(svgProblem(text)).toMatch(/no picture|holds a page/));

  it('is refused when it is nested deeper than browsers go', () => {
    expect(svgProblem(svg('<g>'.repeat(400) + '</g>'.repeat(400)))).toBeUndefined();
    expect(svgProblem(svg('<g>'.repeat(501)))).toMatch(/nested too deeply/);
  });

  it('is refused without a pause for comments by the thousand', () => {
    expect(svgProblem(`${'<!---->'.repeat(120)}x`)).toMatch(/no picture/);
    expect(svgProblem(`${'<!---->'.repeat(500_000)}x`)).toMatch(/no picture/);
  });
});
