import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';

const phoneSizes = ['small', 'normal', 'large'] as const;
export type PhoneSize = (typeof phoneSizes)[number];

/** What a designer has said of an element on phones; what is left out is worked out. */
export interface PhoneSettings {
  hidden?: boolean;
  /** Place among its neighbours, 0 first; without one, where it is read on the canvas. */
  order?: number;
  size?: PhoneSize;
}

/** They lie in the element's `constraints`, under `phone`; what does not fit there counts for nothing. */
export function phoneSettingsOf({ constraints }: Pick<Element, 'constraints'>): PhoneSettings {
  const given = constraints.phone;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {};
  const { hidden, order, size } = given;
  return {
    ...(hidden === true ? { hidden } : {}),
    ...(typeof order === 'number' ? { order } : {}),
    ...(phoneSizes.includes(size as PhoneSize) ? { size: size as PhoneSize } : {}),
  };
}

/** The element with some of its phone settings changed. */
export function withPhoneSettings(element: Element, changes: PhoneSettings): Element {
  const phone = { ...phoneSettingsOf(element), ...changes } as JsonMap;
  return { ...element, constraints: { ...element.constraints, phone } };
}
