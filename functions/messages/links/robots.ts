/*
 * Who opens a link without anybody having clicked: programs that draw a preview of it in a chat or look whether it is
 * safe, and browsers that fetch it ahead. A click of theirs is not counted; they are led on all the same.
 */

/** Words of the `User-Agent` of such programs; of an iPhone's Messages it is that of Facebook and Twitter. */
const words = [
  'bot',
  'crawler',
  'spider',
  'preview',
  'facebookexternalhit',
  'whatsapp',
  'slack-imgproxy',
  'embedly',
  'bitlybot',
  'googleimageproxy',
  'safelinks',
  'proofpoint',
  'barracuda',
  'headlesschrome',
  'curl/',
  'wget/',
  'python-requests',
  'go-http-client',
  'okhttp',
  'axios/',
] as const;

/** Headers by which a browser says that it only fetches ahead. */
const ahead = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'] as const;

/** Whether a request is one of a robot: no `User-Agent`, one that names itself as such, or a fetch ahead. */
export function isRobot(headers: Readonly<Record<string, string | undefined>>): boolean {
  const agent = (headers['user-agent'] ?? '').toLowerCase();
  if (!agent || words.some((word) => agent.includes(word))) return true;
  return ahead.some((name) => /prefetch|preview|prerender/i.test(headers[name] ?? ''));
}
