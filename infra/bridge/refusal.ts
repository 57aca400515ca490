const statuses = {
  invalid_input: 400,
  unauthorized: 401,
  not_found: 404,
  wrong_state: 409,
  not_supported: 501,
  down: 503,
} as const;

/** An answer of the contract that says no, and why. */
export class Refusal extends Error {
  readonly code: keyof typeof statuses;

  constructor(code: keyof typeof statuses, message: string) {
    super(message);
    this.code = code;
  }

  get status(): number {
    return statuses[this.code];
  }
}
