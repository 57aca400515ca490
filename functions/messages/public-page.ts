import { answerHeader } from '#functions/kernel/http-context.ts';

/** A text as it may stand in HTML. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Its own styles and its own form, and nothing else. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** A page for somebody who has opened a link of a message and is no user. `body` is HTML. */
export function publicPage(title: string, body: string): Blob {
  answerHeader('content-security-policy', policy);
  return new Blob(
    [
      `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f7f9, #16181c); color: light-dark(#1c1e21, #e8eaed); }
  main { max-width: 26rem; margin: 1rem; padding: 2rem; border-radius: 12px; background: light-dark(#fff, #212429); box-shadow: 0 1px 3px rgb(0 0 0 / 20%); }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
  p { margin: 0 0 1.25rem; overflow-wrap: anywhere; }
  p:last-child { margin: 0; }
  button { font: inherit; font-weight: 600; padding: .6rem 1.2rem; border: 0; border-radius: 8px; background: #b42318; color: #fff; cursor: pointer; }
  button:focus-visible { outline: 3px solid #f5a524; outline-offset: 2px; }
</style>
</head>
<body><main>${body}</main></body>
</html>
`,
    ],
    { type: 'text/html; charset=utf-8' },
  );
}
