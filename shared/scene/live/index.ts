import { isMediaSource, safeHref } from '#shared/model/urls.ts';
import type { Drawable } from '../element-type.ts';
import { typeOf } from '../known-types.ts';
import type { Mount } from './live-part.ts';

interface LiveType {
  load(): Promise<{ mount: Mount }>;
  /** Drawn all the same; the live part lies over the drawing. */
  drawn?: boolean;
  /** Whether this one needs to be live. */
  when?(properties: Drawable['properties']): boolean;
}

const hasSource = ({ src }: Drawable['properties']) => isMediaSource(src);

/** Element types that are real DOM in a page. Each is loaded when a page has one. */
const liveTypes: Record<string, LiveType> = {
  contact_form: { load: () => import('./contact-form.ts') },
  survey_form: { load: () => import('./survey-form.ts') },
  accordion: { load: () => import('./accordion.ts') },
  tabs: { load: () => import('./tabs.ts') },
  image_hotspot: { load: () => import('./image-hotspot.ts'), when: hasSource },
  image_carousel: {
    load: () => import('./image-carousel.ts'),
    when: ({ slides, showArrows, showIndicators }) =>
      Array.isArray(slides) && slides.length > 1 && (showArrows === true || showIndicators === true),
  },
  video: { load: () => import('./video.ts'), when: hasSource },
  video_player: { load: () => import('./video-player.ts'), when: hasSource },
  audio_player: { load: () => import('./audio-player.ts'), when: hasSource },
  button: {
    load: () => import('./button.ts'),
    drawn: true,
    when: ({ href }) => typeof href === 'string' && (href.includes('{') || safeHref(href) !== undefined),
  },
  standard_photo: {
    load: () => import('./standard-photo.ts'),
    drawn: true,
    when: ({ imageUrl, errorFallback }) => isMediaSource(imageUrl) && errorFallback === true,
  },
};

/** The live type of an element; undefined when drawing it is all there is. */
export function liveTypeOf(drawable: Drawable): LiveType | undefined {
  const live = liveTypes[typeOf(drawable.element).type];
  return live && (live.when?.(drawable.properties) ?? true) ? live : undefined;
}
