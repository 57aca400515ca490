import type * as z from 'zod';
import type { Resolving } from '../resolve.ts';

/** How long the product has to answer a question by itself; ms. */
export const answerMs = 5_000;

/** A type of node beyond the document's nine: everything but how it is compiled, answered, and shown. */
interface PlanType<
  T extends string,
  D extends z.ZodObject,
  P extends string,
  F extends z.ZodRawShape,
  Q extends boolean,
> {
  type: T;
  label: string;
  /** Of the palette. */
  group: 'Call control' | 'Media and IVR' | 'Routing';
  /** What is drawn. What is not chosen yet is null or empty. */
  data: D;
  ports: readonly P[];
  /** The way that a call takes where nobody says which; of one that the product answers, also when it does not in time. */
  otherwise: P;
  /** What an exchange runs beside the step's id and ways. Every text in it has a whitelist, or is read by the product alone. */
  fields: F;
  /** Whether the product says the way (`plan-asks`); else the exchange knows it by itself. */
  isAsked: Q;
  /** Ms that the product has for that. */
  answersWithin(step: z.output<z.ZodObject<F>>): number;
  /** @throws by `fail` where it is not finished */
  resolve(data: z.output<D>, at: Resolving): z.output<z.ZodObject<F>>;
}

/** Checks a type of node against what every one of them has. */
export const definePlanType = <
  const T extends string,
  D extends z.ZodObject,
  const P extends string,
  F extends z.ZodRawShape,
  const Q extends boolean,
>(
  type: PlanType<T, D, P, F, Q>,
): PlanType<T, D, P, F, Q> => type;
