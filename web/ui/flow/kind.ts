import type { TablerIcon } from '@tabler/icons-react';
import type { FlowStep, HasWays } from '#shared/model/flow.ts';

/** How a type of step looks in the palette, on the canvas and in the outline. */
export interface StepLook {
  label: string;
  /** What it does, in a line. */
  about: string;
  icon: TablerIcon;
  /** Of the theme. */
  color: string;
}

/** What the parts of the builder say of a kind of flow. */
interface FlowWords {
  /** 'step': 'Insert a step here'. */
  step: string;
  /** 'journey': 'Outline of the journey'. */
  whole: string;
  /** On the card that everything begins at: 'Leads come in'. */
  start: string;
  /** Where a way ends: 'The journey is over'. */
  over: string;
  /** Of more steps than fit. */
  full: string;
  /** Where the outline lists steps that no way leads to. */
  loose: string;
}

/** What is drawn: journeys, dial plans. Everything that the builder's parts do not know by themselves. */
export interface FlowKind<S extends FlowStep = FlowStep> extends HasWays<S> {
  words: FlowWords;
  /** The groups of the palette, with the types of each. */
  groups: readonly { label: string; types: readonly string[] }[];
  /** At most so many steps. */
  most: number;
  /** Where this browser keeps what was copied. */
  clipboard: string;
  lookOf(type: string): StepLook;
  nameOf(step: S): string;
  summaryOf(step: S): string;
  newStep(type: string, id: string, position: { x: number; y: number }): S;
  newId(): string;
  /** Copied steps as they can be pasted here; none where they cannot be read. */
  read(copied: unknown): readonly S[];
  /**
   * What becomes of a way that is not connected: it goes on as the first one does ('first'), or is over there ('over'),
   * for which a kind may have words of its own.
   */
  openWays: 'first' | 'over';
  openWords?(step: S, way: string): string;
  /** Where the card that everything begins at can be selected: what happens when it is deleted. */
  start?: { onRemove(): void };
  /** Steps were taken out. */
  onRemoved?(count: number): void;
}

/** Somebody else who has a step selected. */
export interface StepVisitor {
  name: string;
  color: string;
}

/** What is wrong with a step, or with the whole where `stepId` is null. */
export interface FlowProblem {
  stepId: string | null;
  text: string;
  /** Errors where it says nothing. */
  severity?: 'error' | 'warning';
}

/** The id of the card that everything begins at. */
export const startId = 'start';

/** What a card says at its corner: callers, leads, or that it is another in another version. */
export interface CardBadge {
  text: string;
  title: string;
  isChange?: boolean;
}
