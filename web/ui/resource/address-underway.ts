/**
 * Addresses that were asked for and are not shown yet. React Router shows an address some moments after it was set, and
 * hands whoever sets another one meanwhile the address that is shown: what was set before would be lost.
 */
export class AddressUnderway {
  #asked: string[] = [];
  #step = '';

  /** What the next change is of: the newest that was asked for, else what is shown. */
  newest(shown: URLSearchParams): URLSearchParams {
    const newest = this.#asked.at(-1);
    return newest === undefined ? shown : new URLSearchParams(newest);
  }

  /** Notes that an address was asked for. */
  ask(params: URLSearchParams): void {
    this.#asked.push(params.toString());
  }

  /**
   * Notes which address is shown now; one that nobody asked for here, such as by Back, ends what was underway.
   * @param step names the step of the history; several parts of a page tell of the same one
   */
  show(params: URLSearchParams, step: string): void {
    if (step === this.#step) return;
    this.#step = step;
    this.#asked = this.#asked.slice(this.#asked.indexOf(params.toString()) + 1 || this.#asked.length);
  }
}
