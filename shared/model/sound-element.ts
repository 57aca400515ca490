import { type Element, element } from './content.ts';
import { contentLimits as limits } from './content-limits.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number within its range; '12px' is 12, what is no number at all is `otherwise`. */
function number(value: unknown, { min, max }: { min: number; max: number }, otherwise: number): number {
  const read = typeof value === 'string' ? Number.parseFloat(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? Math.min(max, Math.max(min, read)) : otherwise;
}

/** Of a box without a size something can still be seen and taken hold of; px. */
const smallest = { width: 200, height: 100 };

/**
 * An element as the schema wants it, from one that was stored before the schema was as it is, or by something else:
 * each field that does not fit is put right or takes its default, so that one bad element neither hides nor stops
 * the others. An element that fits is answered as it is.
 */
export function soundElement(stored: Element): Element {
  if (element.safeParse(stored).success) return stored;
  const raw = stored as unknown as Fields;
  const position = isFields(raw.position) ? raw.position : {};
  const size = isFields(raw.size) ? raw.size : {};
  const side = (value: unknown, otherwise: number) =>
    number(
      value,
      limits.elementSide,
      typeof value === 'number' && value <= 0 ? limits.elementSide.min : otherwise,
    );
  const { shape } = element;
  const kind = shape.elementType.safeParse(raw.elementType);
  const properties = shape.properties.safeParse(raw.properties);
  const named = properties.success && properties.data.customElementType !== undefined;
  const sound: Fields = {
    id: stored.id,
    version: stored.version,
    // Any unknown type is an animation (specification, section 3), drawn as not implemented.
    elementType: kind.success ? kind.data : 'animation',
    position: {
      x: number(position.x, limits.coordinate, 0),
      y: number(position.y, limits.coordinate, 0),
      z: number(position.z, limits.coordinate, 0),
    },
    size: { width: side(size.width, smallest.width), height: side(size.height, smallest.height) },
    rotation: number(raw.rotation, { min: -360, max: 360 }, 0),
    layerOrder: Math.round(number(raw.layerOrder, limits.layerOrder, limits.layerOrder.min)),
    opacity: number(raw.opacity, { min: 0, max: 1 }, 1),
    properties: {
      ...(properties.success ? properties.data : {}),
      ...(kind.success || named ? {} : { customElementType: String(raw.elementType).slice(0, 64) }),
    },
  };
  for (const name of [
    'isVisible',
    'isLocked',
    'styles',
    'animations',
    'assetId',
    'metadata',
    'groupId',
    'constraints',
  ] as const) {
    const read = shape[name].safeParse(raw[name]);
    if (read.success) sound[name] = read.data;
  }
  const pageId = shape.pageId.safeParse(raw.pageId);
  if (pageId.success && pageId.data) sound.pageId = pageId.data;
  return element.parse(sound);
}
