/** Tries at a change that meets others at the same thing; of so many at one instant all come through. */
const tries = 12;

/**
 * Makes a change that names no version anew on what somebody else has just left: `work` reads, changes and writes
 * under the condition that nothing has changed in between, and is called again as long as it throws what
 * `isOvertaken` knows.
 */
export async function anew<T>(work: () => Promise<T>, isOvertaken: (error: unknown) => boolean): Promise<T> {
  for (let tried = 1; ; tried++)
    try {
      return await work();
    } catch (error) {
      if (tried === tries || !isOvertaken(error)) throw error;
    }
}
