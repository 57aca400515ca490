import { closeBrowser } from '#tests/support/browser.ts';
import { killed } from './killed.ts';
import { minute } from './minute.ts';
import { openOffice } from './office.ts';

/**
 * `npm run bench:celebrate`: how long after a lead was won a display of the office shows who sold, on `DISPLAYS=20` of
 * which `OPEN=3` are switched on. Timed from before the request that says "Won" to the picture with the lead's name.
 * `PARTS=minute,killed` chooses:
 * - minute: `DEALS=10` deals, one in six seconds, beside a bare websocket that only hears that a celebration is there: no
 *   display can be sooner.
 * - killed: `DEALS=10` deals whose chat is told and whose video is made, each won while the renderer is in the middle of a
 *   video; for every other one it is killed (-9) at that moment. Fails where a video or a message is missing or there twice.
 * The last line is JSON.
 */
const parts = { minute, killed };
const chosen = (process.env.PARTS ?? Object.keys(parts).join(',')).split(',') as (keyof typeof parts)[];
const deals = Number(process.env.DEALS ?? 10);

const office = await openOffice(Number(process.env.DISPLAYS ?? 20), Number(process.env.OPEN ?? 3));
const { product, displays } = office;
try {
  const figures: Record<string, object> = {};
  for (const part of chosen) figures[part] = await parts[part](office, deals);
  console.log(JSON.stringify({ ...figures, displays }));
} catch (error) {
  console.error(product.output);
  throw error;
} finally {
  await closeBrowser();
  await product.stop();
}
process.exit(0);
