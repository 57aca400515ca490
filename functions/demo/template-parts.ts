import type { TemplateData, TemplateFields } from '#shared/model/templates.ts';
import { layer } from './projects.ts';

export interface DemoTemplate {
  fields: Pick<TemplateFields, 'name' | 'description' | 'category' | 'tags' | 'variables'>;
  data: TemplateData;
}

type Css = Parameters<typeof layer>[3];

/** A text in its place. */
export const words = (box: [number, number, number, number], text: string, styles: Css, textAlign = 'left') =>
  layer('text', box, { text, textAlign }, styles);
export const block = (box: [number, number, number, number], fill: string, cornerRadius = 0) =>
  layer('shape', box, { shape: 'rectangle', fill, cornerRadius });
