import { getAssetUrls } from '@tldraw/assets/selfHosted';
import { createRoot } from 'react-dom/client';
import { createShapeId, renderPlaintextFromRichText, Tldraw, toRichText } from 'tldraw';
import 'tldraw/tldraw.css';
import { plan, view } from '../../editor/plan.ts';

const colors = ['light-red', 'light-green', 'light-blue', 'yellow', 'light-violet'];
const idOf = (index) => createShapeId(`e${index}`);
let editor;
let prepared = [];

window.__bench = {
  ready: () => editor !== undefined,
  prepare(count) {
    prepared = plan(count).map(({ kind, x, y, width, height, fill, text }, index) => ({
      id: idOf(index),
      type: kind === 'text' ? 'text' : 'geo',
      x,
      y,
      props:
        kind === 'text'
          ? { richText: toRichText(text), size: 's', scale: 0.6, autoSize: true }
          : {
              geo: kind === 'rect' ? 'rectangle' : 'ellipse',
              w: width,
              h: height,
              fill: 'solid',
              color: colors[fill],
              size: 's',
            },
    }));
  },
  load() {
    editor.run(() => editor.createShapes(prepared), { history: 'ignore' });
    window.__bench.reset();
  },
  reset() {
    editor.selectNone();
    editor.user.updateUserPreferences({ isSnapMode: false });
    const camera = { x: view.width / 2, y: view.height / 2, z: 1 };
    editor.setCamera(camera, { immediate: true, force: true });
  },
  snapping: () => editor.user.updateUserPreferences({ isSnapMode: true }),
  camera() {
    const { x, y, z } = editor.getCamera();
    return [x, y, z];
  },
  count: () => editor.getCurrentPageShapeIds().size,
  selected: () => editor.getSelectedShapeIds().length,
  select: (indices) => editor.select(...indices.map(idOf)),
  selectInSight(count) {
    const sight = editor.getViewportPageBounds();
    const seen = editor.getCurrentPageShapesSorted().filter((one) => {
      const bounds = editor.getShapePageBounds(one);
      return bounds !== undefined && sight.collides(bounds);
    });
    editor.select(...seen.slice(0, count).map(({ id }) => id));
  },
  grouped: () => editor.getCurrentPageShapes().filter(({ parentId }) => parentId.startsWith('shape:')).length,
  rotation: (index) => (editor.getShape(idOf(index)).rotation * 180) / Math.PI,
  width: (index) => editor.getShape(idOf(index)).props.w,
  at(index) {
    const { x, y } = editor.pageToViewport(editor.getShapePageBounds(idOf(index)).center);
    return [x, y];
  },
  corner(index) {
    const { maxX, maxY } = editor.getShapePageBounds(idOf(index));
    const { x, y } = editor.pageToViewport({ x: maxX, y: maxY });
    return [x, y];
  },
  // It turns what is pulled just outside a corner.
  knob(index) {
    const { maxX, minY } = editor.getShapePageBounds(idOf(index));
    const { x, y } = editor.pageToViewport({ x: maxX, y: minY });
    return [x + 12, y - 12];
  },
  text: (index) => renderPlaintextFromRichText(editor, editor.getShape(idOf(index)).props.richText),
};

createRoot(document.getElementById('root')).render(
  <div style={{ position: 'fixed', inset: 0 }}>
    <Tldraw
      autoFocus
      options={{ maxShapesPerPage: 20_000 }}
      assetUrls={getAssetUrls({ baseUrl: '/tldraw' })}
      onMount={(mounted) => {
        editor = mounted;
      }}
    />
  </div>,
);
