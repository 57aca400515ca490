import type { Box } from '#shared/model/geometry.ts';
import { boxAround, outerBoxOf } from '../element-geometry.ts';
import type { Command } from './command.ts';
import { unlocked } from './selection.ts';

const sides = {
  left: (own: Box, all: Box) => all.x - own.x,
  center: (own: Box, all: Box) => all.x + all.width / 2 - (own.x + own.width / 2),
  right: (own: Box, all: Box) => all.x + all.width - (own.x + own.width),
};

const align = (side: keyof typeof sides): Command => ({
  name: `align-${side}`,
  label: `Align ${side}`,
  group: 'Arrange',
  run({ editor }) {
    const selected = editor.selectedElements();
    if (selected.length < 2) return editor.toast('Select multiple elements to align', 'info');
    const all = boxAround(selected)!;
    editor.edit(
      `Align ${side}`,
      unlocked(editor).map(({ id }) => id),
      (element) => {
        const dx = Math.round(sides[side](outerBoxOf(element), all));
        return dx === 0
          ? element
          : { ...element, position: { ...element.position, x: element.position.x + dx } };
      },
    );
  },
});

export const alignLeft = align('left');
export const alignCenter = align('center');
export const alignRight = align('right');
