import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { codeLength, shortLinkAt, withShortLinks } from '#shared/model/short-links.ts';

/** A short link leads on for as long as a campaign's numbers are kept; seconds. */
const keptSeconds = 400 * 86_400;

/** Where a short link leads, and whom it was sent to. */
const Links = entity('shortLink', {
  fields: z.object({
    code: z.string(),
    url: z.string(),
    campaignId: z.string(),
    leadId: z.string(),
    expiresAt: z.number(),
  }),
  key: { partition: ['code'], sort: [] },
});
export type ShortLink = Stored<typeof Links>;

export interface NewLink {
  code: string;
  url: string;
}

/** 36^12 codes: 62 bits of chance. */
const codes = 36n ** BigInt(codeLength);
const newCode = (): string =>
  (BigInt(`0x${randomBytes(16).toString('hex')}`) % codes).toString(36).padStart(codeLength, '0');

/** The address as browsers read it; undefined for what is none. */
const canonical = (link: string): string | undefined => (URL.canParse(link) ? new URL(link).href : undefined);

/**
 * A rendered text with short links, each for one person, and what they stand for: to be written with the message. `source` is
 * the text before its variables were filled in.
 */
export function shortened(body: string, source: string): { body: string; links: NewLink[] } {
  const links: NewLink[] = [];
  const short = withShortLinks(body, source, (link) => {
    const url = canonical(link);
    if (!url) return undefined;
    const code = newCode();
    links.push({ code: `${tenantOf().toString(36)}-${code}`, url });
    return shortLinkAt(publicUrl(), tenantOf(), code);
  });
  return { body: short, links };
}

/** The writes of the short links of one person's text. */
export const linkWrites = (
  { campaignId, leadId }: { campaignId: string; leadId: string },
  links: readonly NewLink[],
): object[] =>
  links.map((link) =>
    Links.insert({ ...link, campaignId, leadId, expiresAt: clock.seconds() + keptSeconds }),
  );

/** A short link of the actor's tenant that has not run out. */
export async function findLink(code: string): Promise<ShortLink | undefined> {
  const link = await Links.find({ code });
  return link && link.expiresAt > clock.seconds() ? link : undefined;
}

/** Forgets where links led; whoever opens one is told that it is no longer there. */
export const forgetLinks = (all: readonly string[]): Promise<void> =>
  Links.removeEvery(all.map((code) => ({ code })));
