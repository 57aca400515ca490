import * as z from 'zod';
import { contentLimits as limits } from './content-limits.ts';
import { isMediaSource } from './urls.ts';

/* What a project draws on: its canvas, and the pages that are shown one after another. */

export const entityId = z.string().min(1).max(64);

/** '' (nothing chosen yet) or an address that begins with http://, https://, data: or blob:. */
export const mediaUrl = z
  .string()
  .max(limits.dataUrlLength)
  .refine((url) => url === '' || isMediaSource(url), 'must begin with http://, https://, data: or blob:')
  .refine(
    (url) => url.startsWith('data:') || url.length <= limits.urlLength,
    `must be at most ${limits.urlLength} characters`,
  );

const side = z.number().int().min(limits.canvas.min).max(limits.canvas.max);

export const canvasSize = z.strictObject({
  width: side,
  height: side,
});

export const canvasBackground = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('solid'), color: z.string().min(1).max(limits.colorLength) }),
  z.strictObject({ type: z.literal('gradient'), gradient: z.string().min(1).max(limits.cssLength) }),
  z.strictObject({ type: z.literal('image'), imageUrl: mediaUrl }),
  z.strictObject({ type: z.literal('video'), url: mediaUrl, poster: mediaUrl.optional() }),
]);

/** How a page gives way to the next; a slide is named by where the old page goes. */
const pageTransitions = ['cut', 'fade', 'slide-left', 'slide-right', 'slide-up', 'slide-down'] as const;

export const page = z.strictObject({
  id: entityId,
  name: z.string().trim().min(1, 'A page needs a name.').max(limits.pageNameLength),
  /** Seconds from its entering to that of the next page. */
  duration: z
    .number()
    .min(limits.pageSeconds.min, 'A page is shown for at least one second.')
    .max(limits.pageSeconds.max, 'A page may be shown for at most 600 seconds (ten minutes).'),
  /** To the next page; from the last one to the first. */
  transition: z.enum(pageTransitions),
  /** Its own; without one it has the project's. */
  background: canvasBackground.optional(),
});

export const pageList = z
  .array(page)
  .max(limits.pages, `A project has at most ${limits.pages} pages.`)
  .refine(
    (pages) => new Set(pages.map(({ id }) => id)).size === pages.length,
    'Each page has an id of its own.',
  );

export type CanvasSize = z.output<typeof canvasSize>;
export type CanvasBackground = z.output<typeof canvasBackground>;
export type Page = z.output<typeof page>;
export type PageTransition = (typeof pageTransitions)[number];
