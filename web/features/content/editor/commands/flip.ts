import type { Element } from '#shared/model/content.ts';
import type { Box } from '#shared/model/geometry.ts';
import { boxAround } from '../element-geometry.ts';
import type { Command, CommandContext } from './command.ts';
import { counted, someUnlocked, unlocked } from './selection.ts';

type Axis = 'horizontal' | 'vertical';

/** An element as a mirror in the middle of the box shows it. */
export function mirrored(element: Element, box: Box, axis: Axis): Element {
  const { position, size, rotation, styles } = element;
  const across = axis === 'horizontal';
  const key = across ? 'flipX' : 'flipY';
  const { [key]: was, ...others } = styles;
  return {
    ...element,
    position: across
      ? { ...position, x: 2 * box.x + box.width - position.x - size.width }
      : { ...position, y: 2 * box.y + box.height - position.y - size.height },
    // What leans to the right leans to the left in a mirror.
    rotation: rotation === 0 ? 0 : -rotation,
    styles: was === true ? others : { ...others, [key]: true },
  };
}

const flip = (axis: Axis, shortcut: string): Command => ({
  name: `flip-${axis}`,
  label: `Flip ${axis === 'horizontal' ? 'horizontally' : 'vertically'}`,
  group: 'Arrange',
  shortcuts: [shortcut],
  keywords: 'mirror',
  enabled: someUnlocked,
  run({ editor }: CommandContext) {
    const elements = unlocked(editor);
    const box = boxAround(elements);
    if (!box) return;
    editor.edit(
      counted(`Flip ${axis === 'horizontal' ? 'horizontally' : 'vertically'}`, elements.length),
      elements.map(({ id }) => id),
      (element) => mirrored(element, box, axis),
    );
  },
});

export const flipHorizontally = flip('horizontal', 'Shift+KeyH');
export const flipVertically = flip('vertical', 'Shift+KeyV');
