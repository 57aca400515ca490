import * as z from 'zod';

/** What is kept of a tenant's keys at a provider: secrets sealed, and nothing where nothing is set. */
export type StoredKeys = Readonly<Record<string, string | number>>;

/** The keys opened, by the names of their fields. */
export type Keys = Readonly<Record<string, string | number | undefined>>;

/** Something that a tenant tells of its account at a provider. Calls, screen, store and audit log read this. */
export interface KeyField {
  /** As the calls name it. */
  name: string;
  label: string;
  /** Checks what is given. */
  schema: z.ZodType<string | number>;
  placeholder?: string;
  /** A secret is never answered, and lies sealed for this purpose. */
  sealedFor?: string;
  /** The name in the settings, where it is another. */
  storedAs?: string;
  /** The tenant's own account is used when all that is required is set. */
  isRequired?: boolean;
  /** What can be chosen, as screens say it: the first while nothing is set, and never nothing. */
  choices?: Readonly<Record<string, string>>;
  /** Of a number. */
  range?: { least: number; most: number };
  /** Two such fields share a row. */
  isHalf?: boolean;
  /** In the audit log; else the label in small letters. */
  auditedAs?: string;
}

export interface Manifest {
  name: string;
  label: string;
  fields: readonly KeyField[];
  /** On the settings screen, where it is not the label. */
  title?: string;
  /** In the audit log, where it is not the label. */
  auditedAs?: string;
  /** The product has an account of its own there. */
  worksWithoutKeys?: boolean;
  /** What is wrong with keys that do not go together; by the names in the settings. */
  problem?(keys: StoredKeys): { text: string; field?: string } | undefined;
}

/** A line that looks so, or `sentence`. */
export const matching = (pattern: RegExp, sentence: string) =>
  z.string().trim().max(253).regex(pattern, sentence);
export const secret = z.string().min(1).max(500);
export const trimmedSecret = z.string().trim().min(1).max(500);
export const storedName = ({ storedAs, name }: KeyField): string => storedAs ?? name;
