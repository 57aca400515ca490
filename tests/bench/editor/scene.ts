import type { Element } from '#shared/model/content.ts';
import { newElement } from '#shared/scene/registry.ts';
import { fills, plan } from './plan.ts';

export const idOf = (index: number) => `elm_${String(index).padStart(6, '0')}`;

/** The planned scene as elements of a project. */
export function elements(count: number): Element[] {
  return plan(count).map(({ kind, x, y, width, height, fill, text }, index) => {
    const plain = newElement(kind === 'text' ? 'text' : 'shape', {
      id: idOf(index),
      x,
      y,
      layerOrder: index,
    });
    const size = { width, height };
    if (kind === 'text') {
      const styles = { ...plain.styles, fontSize: 12 };
      return { ...plain, size, styles, properties: { ...plain.properties, text } };
    }
    const shape = kind === 'rect' ? 'rectangle' : 'circle';
    return {
      ...plain,
      size,
      properties: { ...plain.properties, shape, fill: fills[fill]!, stroke: '#1e1e1e', strokeWidth: 1 },
    };
  });
}
