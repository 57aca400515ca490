import { canCrop } from '../canvas/crop.ts';
import type { Command } from './command.ts';
import { unlocked } from './selection.ts';

/** Opens the crop frame of the selected image; a double click does too. */
export const crop: Command = {
  name: 'crop',
  label: 'Crop',
  group: 'Edit',
  keywords: 'cut image picture frame',
  enabled({ editor }) {
    const [first, ...more] = unlocked(editor);
    return first !== undefined && more.length === 0 && canCrop(first);
  },
  run({ editor, cropping }) {
    const [first] = unlocked(editor);
    if (first) cropping.set(first.id);
  },
};
