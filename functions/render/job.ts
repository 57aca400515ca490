import type { Scene } from '#shared/scene/env.ts';

/** What the page is asked to draw; plain data, so that it crosses into the browser. */
export interface DrawJob {
  scene: Scene;
  data: Record<string, unknown>;
  seed: number;
  /** Seconds since the scene began. */
  t: number;
  /** Output size in px. */
  width: number;
  height: number;
  /** Shows where the scene's shape leaves room, and behind a translucent background. */
  backgroundColor: string;
}

export interface PictureJob extends DrawJob {
  format: 'png' | 'jpeg' | 'webp';
  /** 0 to 1; not for PNG, which loses nothing. */
  quality: number;
}

/** What the page answers: the file, and what could not be drawn as it should. */
export interface Picture {
  base64: string;
  /** Pictures that failed or did not answer in time; their placeholders are drawn. */
  failed: string[];
}

/** The functions that `page/main.ts` offers in the browser. */
export interface RenderPage {
  picture(job: PictureJob): Promise<Picture>;
  /** Lays out the document that is then printed. */
  print(job: DrawJob & { scale: number }): Promise<{ failed: string[] }>;
}
