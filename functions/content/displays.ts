import { hooks } from '#functions/kernel/hook.ts';
import type { Display } from '#shared/model/content.ts';
import type { Priority } from '#shared/model/display-layers.ts';

/** A public page that is put on displays. */
export interface Takeover {
  projectId: string;
  publicId: string;
  name: string;
  /** The public page, with the version so that a display loads the new one at once. */
  webLink: string;
  priority: Priority;
  /** Minutes; null means permanent. */
  duration: number | null;
  /** Whether the earlier content comes back when the duration ends. */
  restoreAfter: boolean;
}

export interface TakeoverResult {
  displayId: string;
  name: string;
  ok: boolean;
  reason: string | null;
}

export interface PlaylistContents {
  playlistId: string;
  name: string;
  /** Ids of its projects and assets, one for each item. */
  refIds: string[];
}

/** What signage does for content, which knows nothing of displays: signage is built on content. */
export interface Displays {
  /** Which of these displays there are. */
  there(displayIds: string[]): Promise<string[]>;
  /** The displays on which a project stands now. */
  showing(projectId: string): Promise<Display[]>;
  /** Puts a page on displays. @throws 403, 409 without a provider, 502 when it refuses */
  takeOver(displayIds: string[], page: Takeover): Promise<TakeoverResult[]>;
  /** Takes a project off all displays, after it was unpublished; playlists pass over it from now on. */
  takeOff(projectId: string): Promise<void>;
  /** @throws 409 while the project is shown as an emergency */
  assertNoEmergency(projectId: string): Promise<void>;
  /** The write that makes displays follow what was published, or is no more; commit it with the change. */
  plansChanged(): object;
  /** What all playlists of the tenant hold. */
  playlists(): Promise<PlaylistContents[]>;
}

export const displays = hooks<Displays>('displays');
