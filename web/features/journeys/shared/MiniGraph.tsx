import { type Graph, stepWays } from '#shared/model/journey/graph.ts';
import { outputsOf } from '#shared/model/journey/steps/index.ts';
import { thumbnailOf } from '#web/ui/flow/graph/sizes.ts';
import { colorOfStep, stepIcons } from './step-look.ts';

const box = { width: 30, height: 18 };
const icon = 11;

/** A journey drawn small: its shape and kinds of steps. Decoration beside its name. */
export function MiniGraph({ graph }: { graph: Graph }) {
  const places = thumbnailOf(stepWays, graph);
  const all = [...places.values()];
  if (all.length === 0) return null;
  const right = Math.max(...all.map(({ x }) => x)) + box.width;
  const bottom = Math.max(...all.map(({ y }) => y)) + box.height;
  const lines = graph.steps.flatMap((one) =>
    outputsOf(one).flatMap(({ key }) => {
      const to = places.get(one.next[key] ?? '');
      const from = places.get(one.id);
      if (!to || !from) return [];
      const [x1, y1] = [from.x + box.width / 2, from.y + box.height];
      const [x2, y2] = [to.x + box.width / 2, to.y];
      const middle = (y1 + y2) / 2;
      return [{ key: `${one.id} ${key}`, path: `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}` }];
    }),
  );
  return (
    <svg
      display="block"
      width="100%"
      height="100%"
      viewBox={`-4 -4 ${right + 8} ${bottom + 8}`}
      aria-hidden="true"
      focusable="false"
    >
      {lines.map(({ key, path }) => (
        <path key={key} d={path} fill="none" stroke="var(--mantine-color-default-border)" strokeWidth={1.6} />
      ))}
      {graph.steps.map(({ id, type }) => {
        const { x, y } = places.get(id)!;
        const Icon = stepIcons[type];
        return (
          <g
            key={id}
            transform={`translate(${x} ${y})`}
            color={`var(--mantine-color-${colorOfStep(type)}-light-color)`}
            fill={`var(--mantine-color-${colorOfStep(type)}-light)`}
          >
            <rect width={box.width} height={box.height} rx={5} />
            <Icon
              x={(box.width - icon) / 2}
              y={(box.height - icon) / 2}
              width={icon}
              height={icon}
              stroke={1.8}
            />
          </g>
        );
      })}
    </svg>
  );
}
