import type { LookupFunction } from 'node:net';
import { fileTypeFromBuffer } from 'file-type';
import { sandboxUrl } from '#functions/kernel/env.ts';
import { AppError, badRequest, unavailable } from '#functions/kernel/errors.ts';
import { pictureProblem } from '#functions/kernel/pictures.ts';
import { assertPublicHost, PrivateAddress, publicLookup } from '#functions/kernel/public-address.ts';
import { proxyLimits as limits } from './limits.ts';
import { bodyOf, get, type Hop } from './request.ts';
import { svgProblem } from './svg.ts';

export interface FetchedImage {
  bytes: Buffer;
  contentType: string;
}

/** What browsers draw and nothing that they run; told by the bytes, whatever the other site calls it. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/apng']);

/** In the local cloud this host is the sandbox, which shows pictures to try with. `.test` is nobody's (RFC 2606). */
const sandboxHost = 'pictures.dealbell.test';

/** Where an address leads. @throws 400 for anything but http and https on the public internet */
function hopTo(address: string, base: URL | undefined, lookup: LookupFunction): Hop {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    throw badRequest('The picture has no valid address.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw badRequest('A picture’s address must begin with http:// or https://.');
  if (url.username || url.password) throw badRequest('A picture’s address may not hold a password.');
  if (sandboxUrl() && url.hostname === sandboxHost)
    return { url: new URL(`/sandbox/pictures${url.pathname}${url.search}`, sandboxUrl()) };
  assertPublicHost(url.hostname);
  return { url, lookup };
}

const tooLarge = () =>
  new AppError(
    413,
    'picture_too_large',
    `This picture is larger than ${limits.bytes / 1_000_000} MB. Upload it to the library instead.`,
  );

const requestHeaders = { accept: 'image/avif,image/webp,image/*', 'user-agent': 'Dealbell-Images/1' };

/** @throws 400 when it is no picture that browsers draw without running anything in it */
async function typeOf(bytes: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(bytes);
  if (found && pictures.has(found.mime)) {
    const tooLargeToDecode = pictureProblem(bytes, found.mime);
    if (tooLargeToDecode) throw badRequest(tooLargeToDecode);
    return found.mime;
  }
  const problem = svgProblem(bytes.toString('utf8'));
  if (problem === undefined) return 'image/svg+xml';
  throw badRequest(problem);
}

function visible(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof PrivateAddress) return badRequest(error.message);
  if ((error as Error).name === 'TimeoutError' || (error as Error).name === 'AbortError')
    return new AppError(
      504,
      'picture_timeout',
      `The picture did not come within ${limits.timeout / 1000} seconds.`,
    );
  return unavailable('The picture’s site cannot be reached.', 'picture_unreachable', error);
}

/**
 * Fetches a picture of another site: from public addresses only, each redirect checked as the first address was.
 * @throws AppError with a sentence: 400 for an address or a file that is not taken, 413, 502, 504
 */
export async function fetchImage(
  address: string,
  lookup: LookupFunction = publicLookup,
): Promise<FetchedImage> {
  const signal = AbortSignal.timeout(limits.timeout);
  try {
    let hop = hopTo(address, undefined, lookup);
    for (let redirects = 0; ; redirects++) {
      const answer = await get(hop, requestHeaders, signal);
      const status = answer.statusCode ?? 0;
      const { location } = answer.headers;
      if (status >= 300 && status < 400 && location) {
        answer.destroy();
        if (redirects === limits.redirects)
          throw badRequest('The picture’s address is redirected too often.');
        hop = hopTo(location, hop.url, lookup);
        continue;
      }
      if (status !== 200) {
        answer.destroy();
        throw unavailable(`The picture’s site answered ${status}.`, 'picture_unreachable');
      }
      const bytes = await bodyOf(answer, limits.bytes, tooLarge);
      return { bytes, contentType: await typeOf(bytes) };
    }
  } catch (error) {
    throw visible(error);
  }
}
