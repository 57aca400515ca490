import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { sniff } from '#functions/content/assets/kinds.ts';
import { readTable } from '#functions/content/personalised/csv.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { parseBody } from '#functions/kernel/request.ts';
import { sniffDelimiter } from '#functions/leads/imports/columns.ts';
import { encodingOf } from '#functions/leads/imports/encoding.ts';
import { rowsWithin, valuesOf } from '#functions/leads/imports/records.ts';
import { wordsOf } from '#functions/leads/normalize-text.ts';
import { readMail } from '#functions/messages/inbound/received-mail.ts';
import { visibleReply, visibleReplyOfMarkup } from '#functions/messages/inbound/visible-reply.ts';
import { asksForNoMails, kindOf } from '#functions/messages/opt-out/keywords.ts';
import { plainOf } from '#functions/messages/send/plain-text.ts';
import { replyTokens } from '#functions/messages/send/reply-token.ts';
import { variablesOf } from '#functions/messageTemplates/liquid.ts';
import { segmentsOf } from '#functions/messageTemplates/segments.ts';
import { svgProblem } from '#functions/proxy/svg.ts';
import { drawableSvg } from '#functions/render/svg.ts';
import { readPayload } from '#functions/webhooks/inbound/payload.ts';
import { readCsv } from '#shared/csv.ts';
import { looksLikeHtml } from '#shared/model/markup.ts';
import { guessField } from '#shared/model/webhook-guess.ts';
import { partsOfPath, pathsOf } from '#shared/model/webhook-path.ts';
import { parseColor } from '#shared/scene/css/color.ts';
import { canvasFilter } from '#shared/scene/css/filter.ts';
import { parseMoment } from '#shared/scene/moment.ts';
import { fieldsIn } from '#shared/scene/variables.ts';
import { type Parse, tooSlowFor } from './hostile.ts';

/*
 * Each parser of outside input is given a thousand texts made of its own signs, and takes time in proportion to their
 * length. What is compared is one text with the same text four times as long, never a time with a limit.
 */

const texts = 1_000;

const markup = [
  '<',
  '>',
  '/',
  '!',
  '-',
  '<!--',
  '-->',
  '<!---->',
  '<a href="x" ',
  '<a>',
  '</a>',
  '"',
  "'",
  '=',
  ' ',
  'a',
  '&amp;',
  '&',
  '&#',
  ';',
  '<style>',
  '</style',
  '<p',
  '<br/>',
  '\n',
  '<![CDATA[',
  ']]>',
  '<title>',
  '<b>',
  '</i>',
];
const svg = [
  '<svg>',
  '<svg xmlns="http://www.w3.org/2000/svg">',
  '<?xml ',
  '?>',
  '<!DOCTYPE svg',
  ' [',
  ']>',
  '<!ENTITY a "b">',
  '<!ENTITY ',
  '<foreignObject ',
  '<foreignObject>',
  '</foreignObject>',
  '<foreignObject/>',
  '<g>',
  '<g a="b">',
  'xmlns:a="b" ',
  '<a:b',
  'a="',
  ' on',
  ...markup,
];
const table = [',', ';', '\t', '"', '""', '\n', '\r', '\r\n', 'a', 'sep=;', '\uFEFF', ' ', "'=", '1', '|'];
const mail = [
  'From: ',
  'To: <a@b>',
  '\n',
  '\r\n',
  '\n\n',
  '> ',
  '>',
  'On a, b wrote:',
  'Am ',
  ' schrieb ',
  ':',
  '--',
  '-- \n',
  '-----Original Message-----',
  '_',
  'Sent: ',
  '<',
  'a@b.c',
  ' ',
  'a',
  '=?utf-8?q?',
  '?=',
  '=',
  '=20',
  'boundary="a"',
  '--a',
  'Content-Type: multipart/mixed; ',
  '(',
  ')',
  '"',
  '\\',
  ',',
  ';',
];
const said = [
  'stop',
  'STOP ',
  'please ',
  'un ',
  'subscribe',
  '!',
  '.',
  ' ',
  '\n',
  'a',
  '’',
  're: ',
  're',
  ':',
  '[1]',
  '🙂',
  '\u00A0',
  '-',
];
const liquid = [
  '{{',
  '}}',
  '{%',
  '%}',
  '{% raw %}',
  '{% endraw %}',
  '{%-',
  '-%}',
  ' ',
  'lead.name',
  'lead.',
  '|',
  ' default: "',
  '"',
  '{% if ',
  '{% endif %}',
  'a',
  '{',
  '}',
  '.',
  '%',
  '\n',
];
const json = [
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  '\\"',
  ':',
  ',',
  '"a":',
  '1',
  'null',
  ' ',
  '\\u',
  'a',
  '\n',
  '[[',
  '""',
];
const form = ['a=1&', 'a=', '&', '=', '%', '%20', '+', 'b', 'a[]=1&', '&&'];
const parts = [
  '--b\r\n',
  '--b--',
  '\r\n',
  '\r\n\r\n',
  'Content-Disposition: form-data; name="a"',
  'Content-Disposition: form-data; name="',
  '; filename="b"',
  'Content-Type: text/plain',
  '"',
  '--',
  'a',
  ':',
];
const phone = ['+', '1', '0', '(', ')', '-', ' ', '.', 'x', 'ext', '787', '5550142', ';', 'tel:', '/', '٣'];
const path = ['.', '[', ']', '[0]', '["', '"]', '\\', 'a', '"', '1', ' ', 'aB', '_'];
const css = [
  'rgb(',
  'blur(',
  ')',
  '(',
  ' ',
  ',',
  '/',
  '1',
  '.',
  '%',
  '#',
  'a',
  'px',
  'deg',
  '-',
  'e',
  '+',
  'brightness(1) ',
];
const moment = ['2026', '-', 'T', ':', '1', '.', 'Z', '+', ' ', '0'];

const event = (body: string, type: string) =>
  ({ headers: { 'content-type': type }, body, isBase64Encoded: false }) as unknown as APIGatewayProxyEventV2;
const payload = (text: string, type: string) =>
  readPayload({ headers: { 'content-type': type }, body: Buffer.from(text) } as never);

const parsers: Readonly<Record<string, readonly [Parse, readonly string[]]>> = {
  'what a file is': [(text) => sniff(Buffer.from(text)), svg],
  'what an SVG may hold': [svgProblem, svg],
  'pages within an SVG': [drawableSvg, svg],
  'whether a text is HTML': [looksLikeHtml, markup],
  'the text of a mail of markup': [plainOf, markup],
  'a mail': [(text) => readMail(Buffer.from(text)), mail],
  'what is new in a mail': [visibleReply, mail],
  'what is new in a mail of markup': [
    visibleReplyOfMarkup,
    [...markup, '<blockquote', '<div class="gmail_quote">'],
  ],
  'reply addresses': [replyTokens, ['reply+', 'a', '-', '@', '1', 'z', ' ', 'abcdefgh', '+']],
  'a text that says STOP': [(text) => kindOf(text, true), said],
  'a mail that says STOP': [(text) => asksForNoMails(text, text, 're: a'), said],
  'segments of a text': [
    (text) => segmentsOf(text.slice(0, text.length / 8)),
    [...said, '€', '\r\n', '👩‍👩‍👧', '\u0301', '['],
  ],
  'a template of a text': [(text) => variablesOf('sms', text), liquid],
  'merge fields of a sign': [fieldsIn, liquid],
  'a table of records': [(text) => readTable(Buffer.from(text)), table],
  'a CSV file': [(text) => readCsv(text), table],
  'rows of an import': [
    (text) => {
      const bytes = Buffer.from(text);
      return [...rowsWithin(bytes, 0, { encoding: encodingOf(bytes), delimiter: 'comma' })];
    },
    table,
  ],
  'values of a row': [(text) => valuesOf(text, 'comma'), table],
  'the separator of a file': [sniffDelimiter, table],
  'a phone number': [toE164, phone],
  'the body of a call': [(text) => parseBody(event(text, 'application/json')), json],
  'the form of a call': [(text) => parseBody(event(text, 'application/x-www-form-urlencoded')), form],
  'the parts of a form of a call': [
    (text) => parseBody(event(`--b\r\n${text}`, 'multipart/form-data; boundary=b')),
    parts,
  ],
  'the payload of a webhook': [(text) => payload(text, 'application/json'), json],
  'the form of a webhook': [(text) => payload(text, 'application/x-www-form-urlencoded'), form],
  'a path in a payload': [partsOfPath, path],
  'fields of a payload': [(text) => pathsOf({ [text]: { [text]: text } }).map(guessField), path],
  'words of a search': [wordsOf, [...said, 'é', '\u0301', 'ß', '@']],
  'a colour': [parseColor, css],
  'a filter': [(text) => canvasFilter(text, 2), css],
  'a moment': [(text) => parseMoment(text, 'UTC'), moment],
};

describe('a thousand hostile texts', () => {
  it.each(Object.entries(parsers))(
    'take time in proportion to their length: %s',
    async (_, [parse, fragments]) => expect(await tooSlowFor(parse, fragments, texts)).toEqual([]),
    240_000,
  );

  it('are found out that take more', { timeout: 240_000 }, async () => {
    const quadratic = await tooSlowFor((text) => text.replace(/-+$/, ''), ['-', 'a', ' '], 50);
    expect(quadratic.length).toBeGreaterThan(0);
    const tags = await tooSlowFor((text) => text.replace(/<[^>]+>/g, ''), ['<', 'a'], 50);
    expect(tags.length).toBeGreaterThan(0);
  });
});
