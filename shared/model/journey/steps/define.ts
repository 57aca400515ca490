import * as z from 'zod';
import type { Channel } from '../../lead.ts';

/** A way out of a step. Where a journey leaves one unconnected, the step's first way out is taken instead. */
export interface Output {
  key: string;
  label: string;
}

export const done: readonly Output[] = [{ key: 'next', label: 'Then' }];

export interface StepDefinition<T extends string, C extends z.ZodType> {
  type: T;
  label: string;
  /** What it is for, as the palette says it. */
  about: string;
  group: 'contact' | 'flow' | 'lead' | 'others';
  config: C;
  /** The ways out; the first is where a journey goes on when another is not connected. */
  outputs(config: z.output<C>): readonly Output[];
  /** What is missing before it can go live: sentences. */
  problems(config: z.output<C>): string[];
  /** In a few words what it does, for the canvas. */
  summary(config: z.output<C>): string;
  /** The channel on which it contacts the person. */
  channel?: Channel;
}

/** One kind of step: its configuration, its ways out, and what must be filled in before it can go live. */
export function defineStep<const T extends string, C extends z.ZodType>(
  definition: StepDefinition<T, C>,
): StepDefinition<T, C> {
  return definition;
}

export const stepId = z
  .string()
  .regex(/^stp_[0-9A-Za-z_-]{1,60}$/, 'This is not the id of a step.')
  .describe('stp_…');

export const shortened = (text: string, most = 60): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
};
