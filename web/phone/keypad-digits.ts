type Send = (callId: string, digits: string) => Promise<void>;

/** What one request may carry; `sendDigits` of shared/api/pbx/calls.ts. */
const atMost = 32;

/**
 * Sends the keys of a call's keypad in the order in which they were pressed: those that are pressed while others are on
 * their way wait, and go together. `Send` says by itself what went wrong; keys that come later are sent all the same.
 */
export class KeypadDigits {
  readonly #send: Send;
  #waiting = '';
  #callId = '';
  #sends = false;

  constructor(send: Send) {
    this.#send = send;
  }

  async press(callId: string, digits: string): Promise<void> {
    // What still waits is of a call that is over.
    if (callId !== this.#callId) this.#waiting = '';
    this.#callId = callId;
    this.#waiting += digits;
    if (this.#sends) return;
    this.#sends = true;
    try {
      while (this.#waiting) {
        const now = this.#waiting.slice(0, atMost);
        this.#waiting = this.#waiting.slice(atMost);
        await this.#send(this.#callId, now);
      }
    } finally {
      this.#sends = false;
    }
  }
}
