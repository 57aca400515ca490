import { neverArrived } from '#functions/kernel/never-arrived.ts';
import { ProviderDown } from './types.ts';

/** Milliseconds after which a provider counts as not answering, where the call does not say. */
const patience = 10_000;

export interface ProviderAnswer {
  status: number;
  body: Record<string, unknown>;
}

/**
 * Calls a provider and answers what it said, success or refusal.
 * @throws ProviderDown for a connection that fails, 5xx, 429 and keys that are not right
 */
export async function callProvider(
  label: string,
  url: string,
  init: RequestInit,
  patienceMs = patience,
): Promise<ProviderAnswer> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
    text = await answer.text();
  } catch (error) {
    throw new ProviderDown(`${label} cannot be reached.`, {
      maybe: init.method === 'POST' && !neverArrived(error),
      cause: error,
    });
  }
  let body: Record<string, unknown> = {};
  try {
    body = text ? JSON.parse(text) : {};
  } catch {
    if (answer.ok) throw new ProviderDown(`${label} answered something that is not JSON.`, { maybe: true });
  }
  const { status } = answer;
  if (status === 429) {
    const retryAfter = Number(answer.headers.get('retry-after'));
    throw new ProviderDown(`${label} asks to be called less often.`, {
      retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
    });
  }
  if (status >= 500)
    throw new ProviderDown(`${label} has a fault of its own (${status}).`, { maybe: init.method === 'POST' });
  if (status === 401) throw new ProviderDown(`${label} does not take the keys that are set.`);
  return { status, body };
}
