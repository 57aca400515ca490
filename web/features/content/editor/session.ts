import { createContext, useContext } from 'react';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Variable } from '#shared/model/content.ts';
import type { SceneData } from '#shared/scene/env.ts';
import type { ChosenRecord } from '../data/records.ts';
import type { Presence } from '../presence/presence.ts';
import type { Command, CommandContext } from './commands/command.ts';
import type { SaveQueue } from './saving/queue.ts';
import type { Signal } from './signal.ts';

/** One open editor with everything around it. */
export interface EditorSession extends CommandContext {
  projectId: string;
  queue: SaveQueue;
  /** Who else has the project open. */
  presence: Presence;
  variables: readonly Variable[];
  /** What is known without a lead: the company and the time, as an export fills them in. */
  data: SceneData;
  /** The sample record that fills the variables on the canvas; none for what a sign shows by itself. */
  record: Signal<ChosenRecord | undefined>;
  /** `data.weather`: the weather at the places that elements show, as far as it is known. */
  weather: Signal<JsonMap>;
  /** `data.reports`: the figures of charts that elements show, as far as they are known. */
  charts: Signal<JsonMap>;
  /** Runs a command when it is enabled. */
  run(command: Command): void;
  /** Opens the publish, export or preview dialog only after everything is saved; tells when that failed. */
  saveFirst(): Promise<boolean>;
}

export const EditorContext = createContext<EditorSession | undefined>(undefined);

export function useEditorSession(): EditorSession {
  const session = useContext(EditorContext);
  if (!session) throw new Error('useEditorSession belongs below EditorContext.');
  return session;
}
