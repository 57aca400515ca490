import { describe, expect, it } from 'vitest';
import { visibleReply, visibleReplyOfMarkup } from './visible-reply.ts';

const quote = '> Hello Ann,\n> your roof is ready.\n>\n> --\n> Northwind Solar';

describe('what is new in a mail', () => {
  it.each([
    [
      'Gmail',
      `Yes, call me at five.\n\nOn Tue, Mar 10, 2026 at 12:00 PM Northwind Solar <no-reply@dealbell.example> wrote:\n\n${quote}`,
    ],
    [
      'Gmail, whose line is broken',
      `Yes, call me at five.\n\nOn Tue, Mar 10, 2026 at 12:00 PM Northwind Solar <\nno-reply@dealbell.example> wrote:\n\n${quote}`,
    ],
    [
      'Apple Mail on a telephone',
      `Yes, call me at five.\n\nSent from my iPhone\n\n> On Mar 10, 2026, at 12:00 PM, Northwind Solar <no-reply@dealbell.example> wrote:\n> \n${quote}`,
    ],
    [
      'Outlook',
      'Yes, call me at five.\r\n\r\n________________________________\r\nFrom: Northwind Solar <no-reply@dealbell.example>\r\nSent: Tuesday, March 10, 2026 12:00 PM\r\nTo: Ann Lee <ann@example.com>\r\nSubject: Your roof\r\n\r\nHello Ann,\r\nyour roof is ready.',
    ],
    [
      'Outlook without a rule, with stars',
      'Yes, call me at five.\n\n*From:* Northwind Solar <no-reply@dealbell.example>\n*Sent:* Tuesday, March 10, 2026 12:00 PM\n*To:* Ann Lee\n*Subject:* Your roof\n\nHello Ann',
    ],
    ['an old one', `Yes, call me at five.\n\n-----Original Message-----\nFrom: Northwind\n\nHello`],
    ['one in German', `Yes, call me at five.\n\nAm 10.03.2026 um 12:00 schrieb Northwind Solar:\n\n${quote}`],
    [
      'one in Spanish',
      `Yes, call me at five.\n\nEl mar, 10 mar 2026 a las 12:00, Northwind (<a@b.example>) escribió:\n\n${quote}`,
    ],
    [
      'one that names the address alone',
      `Yes, call me at five.\n\n2026-03-10 12:00 GMT-05:00 Northwind <a@b.example>:\n\n${quote}`,
    ],
    ['one that says nothing of whose it is', `Yes, call me at five.\n\n${quote}`],
    ['a signature', `Yes, call me at five.\n\n-- \nAnn Lee\nLee Roofing`],
    ['an answer below', `On Tue, Mar 10, 2026, Northwind Solar wrote:\n${quote}\n\nYes, call me at five.`],
    [
      'an answer below, signed',
      `On Tue, Mar 10, 2026, Northwind Solar wrote:\n${quote}\n\nYes, call me at five.\n\n-- \nAnn`,
    ],
    ['nothing else', 'Yes, call me at five.\n'],
  ])('of %s', (_, text) => {
    const { said, quoted } = visibleReply(text);
    expect(said).toBe('Yes, call me at five.');
    expect(quoted.includes('at five') && !quoted.startsWith('On ')).toBe(false);
  });

  it('is all that they wrote between the lines of the other', () => {
    const text = 'On Tue, Mar 10, 2026, Northwind wrote:\n> Which day?\nMonday.\n> What time?\nAt five.';
    expect(visibleReply(text)).toEqual({ said: 'Monday.\nAt five.', quoted: text });
  });

  it('keeps what only looks like a quote', () => {
    for (const text of [
      'On Monday I wrote to you:\nnobody answered.',
      'From: what I see, it is fine.\nTo: be honest, no.',
      'a > b\nand > c',
      'Two thoughts\n> yours\nmine',
    ])
      expect(visibleReply(text)).toEqual({ said: text, quoted: '' });
  });

  it('is nothing in a mail that only quotes', () => {
    const text = `On Tue, Mar 10, 2026, Northwind wrote:\n${quote}`;
    expect(visibleReply(text)).toEqual({ said: '', quoted: text });
    expect(visibleReply('')).toEqual({ said: '', quoted: '' });
  });

  it('is found in time, whatever the text is', () => {
    const begun = Date.now();
    for (const piece of [
      'On ',
      '> ',
      'On a\n',
      'From: a\n',
      '_',
      '<',
      ' <a@b:',
      'Am schrieb ',
      '<ann@b.c>:\n',
    ])
      visibleReply(piece.repeat(30_000));
    for (const piece of ['<', '<style', '<div class=', '&', '<blockquote', '<!--', '&#1'])
      visibleReplyOfMarkup(piece.repeat(30_000));
    expect(Date.now() - begun).toBeLessThan(4_000);
  });
});

it.each([
  [
    '<html><head><style>p{}</style></head><body><p>Yes,&nbsp;call me &amp; Bob<br>at five.</p><div class="gmail_quote"><div>On Tuesday wrote:</div><blockquote>Hello</blockquote></div></body></html>',
    'Yes, call me & Bob\nat five.',
    'On Tuesday wrote:\nHello',
  ],
  [
    '<div dir="ltr">It&#8217;s fine</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Northwind</div>',
    'It’s fine',
    'From: Northwind',
  ],
  ['<p>Just this</p>', 'Just this', ''],
])('of markup: %j', (html, said, quoted) => expect(visibleReplyOfMarkup(html)).toEqual({ said, quoted }));
