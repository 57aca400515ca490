/** The exchange cannot be reached or is in trouble: come again. */
export class ExchangeDown extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ExchangeDown';
  }
}
