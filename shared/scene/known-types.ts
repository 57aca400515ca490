import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';
import { type ResizeBounds, resizeBounds } from '#shared/model/resize.ts';
import type { Drawable, ElementType } from './element-type.ts';
import { unknown } from './elements/unknown.ts';
import { elementSeed } from './seed.ts';

const byName = new Map<string, ElementType>();

/**
 * Makes element types known to everything below. `registry.ts` does it for all there are; a sign for those it shows.
 * To be done before the first element of a type is looked at.
 */
export function learnTypes(types: readonly ElementType[]): void {
  for (const type of types) byName.set(type.type, type);
}

/** Whether a type's drawing is there. */
export const isKnownType = (name: string): boolean => byName.has(name);

/** The type of that name; the `unknown` type where there is none. */
export function elementTypeNamed(name: string): ElementType {
  return byName.get(name) ?? unknown;
}

/** An element's own name for its type: the custom type, or else the base type. */
export function typeNameOf(element: Pick<Element, 'elementType' | 'properties'>): string {
  const custom = element.properties.customElementType;
  return typeof custom === 'string' && custom !== '' ? custom : element.elementType;
}

export function typeOf(element: Pick<Element, 'elementType' | 'properties'>): ElementType {
  return elementTypeNamed(typeNameOf(element));
}

export function boundsOf(element: Pick<Element, 'elementType' | 'properties'>): ResizeBounds {
  const type = typeOf(element);
  return type.bounds ?? resizeBounds[type === unknown ? element.elementType : type.base];
}

/** What is wrong with an element's properties, one sentence each. Types not known here are not judged. */
export function propertyProblems(element: Pick<Element, 'elementType' | 'properties'>): string[] {
  const parsed = typeOf(element).properties.safeParse(element.properties);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => `properties.${issue.path.join('.')}: ${issue.message}`);
}

/** Properties with defaults filled in; a value that does not fit is replaced by its default, alone. */
export function readProperties(type: ElementType, raw: JsonMap): JsonMap {
  const whole = type.properties.safeParse(raw);
  if (whole.success) return whole.data as JsonMap;
  const bad = new Set(whole.error.issues.map((issue) => issue.path[0]));
  const good = Object.fromEntries(Object.entries(raw).filter(([key]) => !bad.has(key)));
  return type.properties.parse(good) as JsonMap;
}

/** An element as visitors may have it: without what only the product itself may know, such as a webhook's address. */
export function withoutPrivate(element: Element): Element {
  const hidden = typeOf(element).privateProperties;
  if (!hidden) return element;
  const shown = Object.entries(element.properties).filter(([key]) => !hidden.includes(key));
  return { ...element, properties: Object.fromEntries(shown) };
}

const read = new WeakMap<JsonMap, { type: ElementType; properties: JsonMap }>();

/** Remembered per map: an element that is only moved keeps its properties, and a drag moves thousands. */
function propertiesOf(type: ElementType, raw: JsonMap): JsonMap {
  const known = read.get(raw);
  if (known?.type === type) return known.properties;
  const properties = readProperties(type, raw);
  read.set(raw, { type, properties });
  return properties;
}

const drawables = new WeakMap<Element, Drawable>();

/** What a type draws of an element. Remembered per object: elements are values and are never changed in place. */
export function drawableOf(element: Element, sceneSeed: number): Drawable {
  const seed = elementSeed(sceneSeed, element.id);
  const known = drawables.get(element);
  if (known?.seed === seed) return known;
  const type = typeOf(element);
  const drawable: Drawable = {
    element,
    width: element.size.width,
    height: element.size.height,
    properties: propertiesOf(type, element.properties),
    styles: { ...type.styles, ...element.styles },
    seed,
  };
  drawables.set(element, drawable);
  return drawable;
}

/** A new element of a type with its defaults. @param place top left corner in canvas px */
export function newElement(
  typeName: string,
  place: { id: string; x: number; y: number; layerOrder: number },
): Element {
  const type = elementTypeNamed(typeName);
  return {
    id: place.id,
    elementType: type.base,
    position: { x: place.x, y: place.y, z: 0 },
    size: { ...type.size },
    rotation: 0,
    layerOrder: place.layerOrder,
    opacity: 1,
    isVisible: true,
    isLocked: false,
    styles: structuredClone(type.styles),
    animations: [],
    properties: { ...(type.properties.parse({}) as JsonMap), customElementType: typeName },
    assetId: null,
    metadata: {},
    groupId: null,
    constraints: {},
    version: 1,
  };
}
