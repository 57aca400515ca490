import { hook } from '#functions/kernel/hook.ts';

/** A user's change that their phone has to follow. */
export interface PhoneOfUser {
  userId: string;
  /** What an extension that is made for them is called. */
  name: string;
  /** The number that they are to have; null: none; undefined: as before. */
  extension?: string | null;
  /** They are removed or deactivated. */
  leaves: boolean;
}

export interface PhoneWrites {
  writes: object[];
  /** Tells the exchange, once they are written; what it does not hear now it hears later. */
  afterwards: () => Promise<void>;
}

/**
 * What belongs to a user's change on the exchange's side: their extension is one thing there and here.
 * @throws 409 for a number that somebody else has
 */
export const phoneOfUser = hook<[PhoneOfUser], PhoneWrites>('phoneOfUser');
