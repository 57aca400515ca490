import type { Scene } from '#shared/scene/env.ts';

/** What the page is asked to draw; plain data, so that it crosses into the browser. */
export interface DrawJob {
  /** What the project is called. */
  name: string;
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

/** A range of a video's frames. Width and height are even. */
export interface VideoJob extends DrawJob {
  format: 'mp4' | 'webm' | 'gif';
  fps: number;
  /** Frames `from` up to, but without, `to`; counted from the beginning of the whole video. */
  from: number;
  to: number;
  /** Bits a second. */
  bitrate: number;
  /** Frames from one key frame to the next. */
  groupFrames: number;
  /** Another page may take the last frames over: what a frame costs is measured early on. MP4 without sound inside. */
  isDividable?: boolean;
  /** Puts the sound into the MP4 as Opus, for a file that is finished as it is. */
  withSound?: boolean;
  /** Jobs of one name differ in their data alone: what does not depend on it is drawn once for all of them. */
  shareAs?: string;
  /** Sources of data, such as 'lead', in which those jobs differ. */
  differsIn?: readonly string[];
}

/** What a frame of a video takes, in ms: of the page's thread, and of the encoder's, which works at the same time. */
export interface FrameCost {
  page: number;
  encoder: number;
}

/** What became of a video; its bytes are then taken piece by piece. */
export interface VideoResult {
  failed: string[];
  /** Bytes of the video. */
  size: number;
  /** Bytes of its sound as a WAV file of its own; 0 when there is none, or when the video holds it. */
  soundSize: number;
  /** Frames that were drawn; the others are repeated. */
  drawn: number;
  /** Frames that were taken over from a job before, encoded as they are. */
  shared: number;
  /** Where the time went, in ms. */
  timings: Record<string, number>;
}

/** The functions that `page/main.ts` offers in the browser. */
export interface RenderPage {
  picture(job: PictureJob): Promise<Picture>;
  /** Lays out the document that is then printed. */
  print(job: DrawJob & { scale: number }): Promise<{ failed: string[] }>;
  /** Encodes a video and keeps it until the next one. @throws with a sentence when it cannot be encoded */
  video(job: VideoJob): Promise<VideoResult>;
  /** Frames of the video at work that are encoded. */
  encoded(): number;
  /** What a frame of the dividable video at work costs; undefined when it ends before that is known. */
  cost(): Promise<FrameCost | undefined>;
  /** Ends the video at work before this frame, or as soon as it can. Answers the frame that it will end before. */
  endBefore(frame: number): number;
  /** Bytes of the last video or its sound, in base64. */
  take(file: 'video' | 'sound', from: number, to: number): string;
}
