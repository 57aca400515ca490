import type { ExportSource } from '#functions/content/api.ts';
import type { ExportOptions } from '#shared/model/content.ts';
import { pageDrawing } from '#shared/model/pages.ts';
import type { DrawJob } from './job.ts';

export interface Drawn {
  body: Buffer;
  contentType: string;
  /** Pictures whose placeholder was drawn. */
  failed: string[];
}

/** What the page draws of a project at its start. */
export function jobOf({ project, data, seed }: ExportSource, options: ExportOptions): DrawJob {
  const { canvasSize, canvasBackground, pages, elements } = project;
  const whole = { canvasSize, canvasBackground, pages, elements };
  // A picture shows one page; other files show all of them, unless one is asked for.
  const isOne = options.exportType === 'image' || options.pageId !== undefined;
  return {
    name: project.name,
    scene: isOne ? pageDrawing(whole, options.pageId) : whole,
    data,
    seed,
    t: 0,
    width: options.dimensions.width,
    height: options.dimensions.height,
    backgroundColor: options.backgroundColor,
  };
}
