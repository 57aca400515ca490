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
