import { memo, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Ellipse, Layer, Rect, Stage, Text } from 'react-konva';
import { fills, plan, view } from '../../editor/plan.ts';

/*
 * The editor that one writes first: a component for each element, all of them in one layer, and everything in the
 * state of React. It has what the gestures ask for and no more.
 */

const middle = { x: view.width / 2, y: view.height / 2, zoom: 1 };
const state = { elements: [], selection: new Set(), camera: middle, brush: undefined, typed: undefined };
const past = [];
const ahead = [];
let render = () => {};
let prepared = [];
let begun;

function change(changes) {
  Object.assign(state, changes);
  render();
}

function step(from, onto) {
  if (from.length === 0) return;
  onto.push(state.elements);
  change({ elements: from.pop() });
}

const Drawn = memo(function Drawn({ element, selected }) {
  const { index, kind, x, y, width, height, fill, text } = element;
  const common = {
    x,
    y,
    draggable: true,
    stroke: selected ? '#0066ff' : '#222222',
    strokeWidth: selected ? 2 : 1,
    onMouseDown: () => {
      if (!state.selection.has(index)) change({ selection: new Set([index]) });
    },
    onDragStart: () => {
      begun = state.elements;
      past.push(begun);
      ahead.length = 0;
    },
    onDragMove: ({ target }) => {
      const from = begun[index];
      const [dx, dy] = [target.x() - from.x, target.y() - from.y];
      change({
        elements: begun.map((one) =>
          state.selection.has(one.index) ? { ...one, x: one.x + dx, y: one.y + dy } : one,
        ),
      });
    },
  };
  if (kind === 'rect') return <Rect {...common} width={width} height={height} fill={fills[fill]} />;
  if (kind === 'text') {
    const edit = () => change({ typed: index });
    return <Text {...common} text={text} fontSize={12} fill="#222222" strokeWidth={0} onDblClick={edit} />;
  }
  const [rx, ry] = [width / 2, height / 2];
  return <Ellipse {...common} offsetX={-rx} offsetY={-ry} radiusX={rx} radiusY={ry} fill={fills[fill]} />;
});

function App() {
  const [, setVersion] = useState(0);
  render = () => setVersion((version) => version + 1);
  const { elements, selection, camera, brush, typed } = state;

  useEffect(() => {
    const press = (event) => {
      if (!event.ctrlKey || event.key.toLowerCase() !== 'z') return;
      event.preventDefault();
      if (event.shiftKey) step(ahead, past);
      else step(past, ahead);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  const wheel = ({ evt }) => {
    evt.preventDefault();
    const { x, y, zoom } = state.camera;
    if (!evt.ctrlKey) {
      change({ camera: { x: x - evt.deltaX, y: y - evt.deltaY, zoom } });
      return;
    }
    const next = zoom * (evt.deltaY > 0 ? 0.9 : 1.1);
    const ratio = next / zoom;
    const [px, py] = [evt.clientX, evt.clientY];
    change({ camera: { x: px - (px - x) * ratio, y: py - (py - y) * ratio, zoom: next } });
  };
  const place = ({ evt }) => ({
    x: (evt.clientX - state.camera.x) / state.camera.zoom,
    y: (evt.clientY - state.camera.y) / state.camera.zoom,
  });
  const down = (event) => {
    if (event.target !== event.target.getStage()) return;
    const at = place(event);
    change({ selection: new Set(), brush: { from: at, to: at } });
  };
  const move = (event) => {
    if (!state.brush) return;
    const to = place(event);
    const { from } = state.brush;
    const inside = ({ x, y, width, height }) =>
      x >= Math.min(from.x, to.x) &&
      y >= Math.min(from.y, to.y) &&
      x + width <= Math.max(from.x, to.x) &&
      y + height <= Math.max(from.y, to.y);
    const selected = state.elements.filter(inside).map(({ index }) => index);
    change({ brush: { from, to }, selection: new Set(selected) });
  };

  return (
    <>
      <Stage
        width={view.width}
        height={view.height}
        x={camera.x}
        y={camera.y}
        scaleX={camera.zoom}
        scaleY={camera.zoom}
        onWheel={wheel}
        onMouseDown={down}
        onMouseMove={move}
        onMouseUp={() => change({ brush: undefined })}
      >
        <Layer>
          {elements.map((element) => (
            <Drawn key={element.index} element={element} selected={selection.has(element.index)} />
          ))}
          {brush && (
            <Rect
              x={brush.from.x}
              y={brush.from.y}
              width={brush.to.x - brush.from.x}
              height={brush.to.y - brush.from.y}
              fill="rgba(0, 100, 255, 0.1)"
              listening={false}
            />
          )}
        </Layer>
      </Stage>
      {typed !== undefined && (
        <textarea
          ref={(field) => field?.focus()}
          style={{ position: 'fixed', top: 0, left: 0 }}
          value={elements[typed].text}
          onChange={({ target }) =>
            change({
              elements: elements.map((one) => (one.index === typed ? { ...one, text: target.value } : one)),
            })
          }
          onKeyDown={({ key }) => key === 'Escape' && change({ typed: undefined })}
        />
      )}
    </>
  );
}

window.__bench = {
  ready: () => document.querySelector('canvas') !== null,
  prepare(count) {
    prepared = plan(count).map((one, index) => ({ ...one, index }));
  },
  load: () => flushSync(() => change({ elements: prepared, camera: middle })),
  reset: () => change({ selection: new Set(), camera: middle }),
  camera: () => [state.camera.x, state.camera.y, state.camera.zoom],
  count: () => state.elements.length,
  selected: () => state.selection.size,
  at(index) {
    const { kind, x, y, width, height } = state.elements[index];
    const { camera } = state;
    // A text is as large as its letters.
    const [dx, dy] = kind === 'text' ? [12, 6] : [width / 2, height / 2];
    return [(x + dx) * camera.zoom + camera.x, (y + dy) * camera.zoom + camera.y];
  },
  text: (index) => state.elements[index].text,
};

createRoot(document.getElementById('root')).render(<App />);
