import type { Standing } from '#shared/model/tenant.ts';
import { ApiError } from '../api-error.ts';

export interface KnownStanding {
  standing: Standing;
  /** The server's own sentence, with what the operator gave as the reason; where it refused to answer. */
  sentence?: string;
}

/**
 * How the workspace stands, by what the server answered when it was asked for. A suspended one answers nothing but
 * that it is, so its refusal is the answer; undefined while nothing is known.
 */
export function knownStanding(
  tenant: { standing: Standing } | undefined,
  error: unknown,
): KnownStanding | undefined {
  if (error instanceof ApiError && error.code === 'suspended')
    return { standing: 'suspended', sentence: error.message };
  return tenant && { standing: tenant.standing };
}

/** What the people of a workspace read once its trial is over: over its pages and on what would be refused. */
export const trialOverWords = {
  title: 'The trial is over.',
  text: 'Nothing can be changed or sent until the workspace gets a plan.',
} as const;

/** The server's sentence, for as long as it has not been heard. */
export const suspendedSentence = 'This workspace is suspended. Please write to the support of the platform.';

/** Which controls would be refused at present, and why. */
export interface Hold {
  reason: string;
  /** Also what is about one's own account: a suspended workspace is refused everything. */
  account: boolean;
}

/** What a standing has refused; undefined where everything may be changed. */
export function holdOf(known: KnownStanding | undefined): Hold | undefined {
  if (known?.standing === 'suspended') return { reason: known.sentence ?? suspendedSentence, account: true };
  if (known?.standing === 'trialOver')
    return { reason: `${trialOverWords.title} ${trialOverWords.text}`, account: false };
  return undefined;
}

/** Whether a refused call tells of a standing that is not known here yet. */
export function isNews(error: unknown, known: KnownStanding | undefined): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'suspended') return known?.standing !== 'suspended';
  return error.code === 'trial_over' && known?.standing !== 'trialOver';
}
