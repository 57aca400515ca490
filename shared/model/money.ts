const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** '$1,200' or '$1,200.50': never one decimal. */
export const dollars = (amount: number): string =>
  (Number.isInteger(Math.round(amount * 100) / 100) ? whole : cents).format(amount);

/** '$12.50'. @param amount USD cents */
export const centsText = (amount: number): string => dollars(amount / 100);
