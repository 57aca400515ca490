import { type LayerMove, layerEnds } from '#shared/model/layers.ts';
import type { Command } from './command.ts';
import { unlocked } from './selection.ts';

const move = (name: LayerMove, label: string, shortcut: string): Command => ({
  name: `layer-${name}`,
  label,
  group: 'Arrange',
  shortcuts: [shortcut],
  keywords: 'layer order z-index',
  enabled({ editor }) {
    const elements = unlocked(editor);
    if (elements.length === 0) return false;
    const { atFront, atBack } = layerEnds(
      editor.document.all(),
      elements.map(({ id }) => id),
    );
    // To the front and to the back say that it is there already; steps have nowhere to go (specification, section 5).
    if (name === 'forward') return !atFront;
    return name === 'backward' ? !atBack : true;
  },
  run: ({ editor }) =>
    editor.moveLayers(
      unlocked(editor).map(({ id }) => id),
      name,
    ),
});

export const bringToFront = move('front', 'Bring to front', '$mod+Shift+BracketRight');
export const bringForward = move('forward', 'Bring forward', '$mod+BracketRight');
export const sendBackward = move('backward', 'Send backward', '$mod+BracketLeft');
export const sendToBack = move('back', 'Send to back', '$mod+Shift+BracketLeft');
