import { CaptureUpdateAction, convertToExcalidrawElements, Excalidraw } from '@excalidraw/excalidraw';
import { createRoot } from 'react-dom/client';
import '@excalidraw/excalidraw/index.css';
import { fills, plan, view } from '../../editor/plan.ts';

window.EXCALIDRAW_ASSET_PATH = '/excalidraw/';

const idOf = (index) => `e${index}`;
const unrecorded = { captureUpdate: CaptureUpdateAction.NEVER };
let api;
let prepared = [];

const element = (index) => api.getSceneElements().find(({ id }) => id === idOf(index));
const toScreen = (x, y) => {
  const { scrollX, scrollY, zoom } = api.getAppState();
  return [(x + scrollX) * zoom.value, (y + scrollY) * zoom.value];
};
const select = (ids) =>
  api.updateScene({
    appState: { selectedElementIds: Object.fromEntries(ids.map((id) => [id, true])), selectedGroupIds: {} },
    ...unrecorded,
  });

window.__bench = {
  ready: () => api !== undefined,
  prepare(count) {
    prepared = plan(count).map(({ kind, x, y, width, height, fill, text }, index) =>
      kind === 'text'
        ? { id: idOf(index), type: 'text', x, y, text, fontSize: 12 }
        : {
            id: idOf(index),
            type: kind === 'rect' ? 'rectangle' : 'ellipse',
            x,
            y,
            width,
            height,
            backgroundColor: fills[fill],
            fillStyle: 'solid',
          },
    );
  },
  load() {
    const elements = convertToExcalidrawElements(prepared, { regenerateIds: false });
    api.updateScene({ elements, ...unrecorded });
    window.__bench.reset();
  },
  reset() {
    const { width, height } = view;
    const camera = { scrollX: width / 2, scrollY: height / 2, zoom: { value: 1 } };
    api.updateScene({ appState: { ...camera, objectsSnapModeEnabled: false }, ...unrecorded });
    select([]);
  },
  snapping: () => api.updateScene({ appState: { objectsSnapModeEnabled: true }, ...unrecorded }),
  camera() {
    const { scrollX, scrollY, zoom } = api.getAppState();
    return [scrollX, scrollY, zoom.value];
  },
  count: () => api.getSceneElements().length,
  selected: () => Object.values(api.getAppState().selectedElementIds).filter(Boolean).length,
  select: (indices) => select(indices.map(idOf)),
  selectInSight(count) {
    const seen = api.getSceneElements().filter(({ x, y, width, height }) => {
      const [left, top] = toScreen(x, y);
      return left + width > 0 && top + height > 0 && left < view.width && top < view.height;
    });
    select(seen.slice(0, count).map(({ id }) => id));
  },
  grouped: () => api.getSceneElements().filter(({ groupIds }) => groupIds.length > 0).length,
  rotation: (index) => (element(index).angle * 180) / Math.PI,
  width: (index) => element(index).width,
  at(index) {
    const { x, y, width, height } = element(index);
    return toScreen(x + width / 2, y + height / 2);
  },
  // The handles of 8 px begin at the corner, and 16 px above the frame.
  corner(index) {
    const { x, y, width, height } = element(index);
    const [left, top] = toScreen(x + width, y + height);
    return [left + 4, top + 4];
  },
  knob(index) {
    const { x, y, width } = element(index);
    const [left, top] = toScreen(x + width / 2, y);
    return [left, top - 20];
  },
  text: (index) => element(index).text,
};

createRoot(document.getElementById('root')).render(
  <Excalidraw
    excalidrawAPI={(given) => {
      api = given;
    }}
    initialData={{ appState: { viewBackgroundColor: '#ffffff' } }}
  />,
);
