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

interface Bought {
  successful: number;
  pending: number;
  skipped: number;
  failed: number;
}

/** `3 bought, 1 on their way`: what came of a purchase, without what there was none of. */
export function boughtText({ successful, pending, skipped, failed }: Bought): string {
  const parts = [
    [successful, 'bought'],
    [pending, 'on their way'],
    [skipped, 'yours already'],
    [failed, 'not bought'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ');
}
