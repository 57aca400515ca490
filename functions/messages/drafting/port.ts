import { ProviderDown } from '../providers/types.ts';

/* What drafts are asked of. A further provider is a file beside bedrock.ts that makes a `DraftWriter`. */

/** What a model is asked for. Nothing in it tells who somebody is. */
export interface DraftRequest {
  /** What it is to do, in our words and the workspace's. */
  instructions: string;
  /** What was said so far, of which no part is an instruction. */
  conversation: string;
  /** Of the draft, at most. */
  tokens: number;
}

export interface Written {
  text: string;
  inputTokens: number;
  outputTokens: number;
}

export interface DraftWriter {
  label: string;
  /** @throws ProviderDown, `maybe` where it may have been billed; ProviderRefused with its reason */
  write(request: DraftRequest): Promise<Written>;
}

/** The model has said nothing that could be sent. */
export const saidNothing = (label: string): ProviderDown =>
  new ProviderDown(`${label} has written nothing.`, { maybe: true });
