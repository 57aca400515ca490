/** What other nouns use of this one: drawing, in a browser. They import this file and no other. */

export { closeBrowser, withPage } from './browser.ts';
export { drawExport } from './draw.ts';
export { printDocument } from './print-document.ts';
export { silence } from './silence.ts';
export { encodeIn, encodeRange, videoTypes } from './video.ts';
export { withTimeout } from './with-timeout.ts';
