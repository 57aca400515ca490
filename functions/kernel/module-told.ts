import type { ModuleState } from '#shared/model/module-status.ts';

/** How a noun's connection of a workspace stands, as what is stored says. */
export interface Told {
  state: ModuleState;
  /** A sentence; empty where it works. */
  reason: string;
  /** What to do, in a sentence; empty where nothing is to be done. */
  advice?: string;
  since?: string | null;
  seenAt?: string | null;
  /** Asks who is connected whether they answer. */
  probe?: {
    /** Another wherever the connection is another, so that an answer is not kept for it. */
    key: string;
    /** What is wrong, in a sentence, or null. Bears to be given up in between. */
    ask: () => Promise<string | null>;
  };
}
