import type { Drawable } from '../element-type.ts';
import type { SceneEnv } from '../env.ts';

/** What a page offers to its live parts. */
export interface LiveHost {
  /** The scene's surroundings at this moment. */
  env(): SceneEnv;
  /** Where a file is really fetched from. */
  resolve(url: string): string;
  /** Loads a picture of the drawn scene again. */
  retry(url: string): void;
  /** Sends a form; absent where the page belongs to no publication. */
  send?: FormSender;
}

export interface FormSender {
  /** A pass for one submission, asked for when somebody begins to fill the form in. */
  pass(elementId: string): Promise<FormPass>;
  /** @throws Error with a sentence for the visitor; `Refused` when the server has answered, and not merely not been reached */
  submit(kind: 'contact' | 'survey', submission: FormSubmission): Promise<void>;
}

export interface FormPass {
  pass: string;
  /** When it is taken, in ms of performance.now(). */
  readyAt: number;
}

export class Refused extends Error {}

export interface FormSubmission {
  elementId: string;
  pass: string;
  /** Left empty by people: a field that only programs see and fill in. */
  website: string;
  answers: Record<string, string | number | string[]>;
}

/** A live element in the page. */
export interface LivePart {
  node: HTMLElement;
  /** Called when pictures have settled or data has changed. */
  update?(): void;
  destroy?(): void;
}

/** Makes an element live. @param element with defaults filled in; its properties are those of its type's schema */
// biome-ignore lint/suspicious/noExplicitAny: each live type knows the properties of its own element type.
export type Mount = (element: Drawable<any>, host: LiveHost) => LivePart;
