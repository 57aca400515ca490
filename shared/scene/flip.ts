import type { Element } from '#shared/model/content.ts';

/** How an element is mirrored within its own box: 1 or -1 each way. */
export function flipOf({ styles }: Element): { x: 1 | -1; y: 1 | -1 } {
  return { x: styles.flipX === true ? -1 : 1, y: styles.flipY === true ? -1 : 1 };
}

export const isFlipped = (element: Element): boolean =>
  element.styles.flipX === true || element.styles.flipY === true;
