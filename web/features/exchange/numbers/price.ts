interface Priced {
  monthlyCost: number | null;
  setupCost: number | null;
  currency: string | null;
}

/** `$1.15`, of an ISO 4217 currency. */
export const moneyText = (amount: number, currency: string | null): string =>
  amount.toLocaleString(undefined, { style: 'currency', currency: currency ?? 'USD' });

/** `$3.45 a month, $3.00 once`: what numbers cost together; says how many prices nobody knows. */
export function sumText(numbers: readonly Priced[]): string {
  const currency = numbers.find((one) => one.currency)?.currency ?? 'USD';
  const monthly = numbers.reduce((sum, one) => sum + (one.monthlyCost ?? 0), 0);
  const once = numbers.reduce((sum, one) => sum + (one.setupCost ?? 0), 0);
  const unknown = numbers.filter((one) => one.monthlyCost === null).length;
  return [
    `${moneyText(monthly, currency)} a month`,
    once > 0 && `${moneyText(once, currency)} once`,
    unknown > 0 && `and ${unknown} without a price`,
  ]
    .filter(Boolean)
    .join(', ');
}
