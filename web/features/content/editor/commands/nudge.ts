import { editorConstants } from '#shared/model/editor-constants.ts';
import type { Command } from './command.ts';
import { unlocked } from './selection.ts';

const directions = [
  { key: 'ArrowLeft', word: 'left', x: -1, y: 0 },
  { key: 'ArrowRight', word: 'right', x: 1, y: 0 },
  { key: 'ArrowUp', word: 'up', x: 0, y: -1 },
  { key: 'ArrowDown', word: 'down', x: 0, y: 1 },
] as const;

const nudge = ({ key, word, x, y }: (typeof directions)[number], far: boolean): Command => {
  const step = far ? editorConstants.nudgeWithShift : editorConstants.nudge;
  return {
    name: `nudge-${word}${far ? '-far' : ''}`,
    label: `Move ${word} ${step}px`,
    group: 'Arrange',
    shortcuts: [far ? `Shift+${key}` : key],
    hidden: true,
    enabled: ({ editor }) => unlocked(editor).length > 0,
    run({ editor }) {
      editor.edit(
        'Nudge',
        unlocked(editor).map(({ id }) => id),
        (element) => ({
          ...element,
          position: {
            ...element.position,
            x: element.position.x + x * step,
            y: element.position.y + y * step,
          },
        }),
        { squashKey: 'nudge' },
      );
    },
  };
};

export const nudges = directions.flatMap((direction) => [nudge(direction, false), nudge(direction, true)]);
