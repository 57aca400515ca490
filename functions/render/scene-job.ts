import type { ExportSource } from '#functions/content/api.ts';
import type { ExportOptions } from '#shared/model/content.ts';
import type { DrawJob } from './job.ts';

export interface Drawn {
  body: Buffer;
  contentType: string;
  /** Pictures whose placeholder was drawn. */
  failed: string[];
}

/** What the page draws of a project at its start. */
export function jobOf({ project, data, seed }: ExportSource, options: ExportOptions): DrawJob {
  const { canvasSize, canvasBackground, elements } = project;
  return {
    scene: { canvasSize, canvasBackground, elements },
    data,
    seed,
    t: 0,
    width: options.dimensions.width,
    height: options.dimensions.height,
    backgroundColor: options.backgroundColor,
  };
}
