import { unknownState } from './compliance/places.ts';

/** What follows a value of the row in a reason; the value stands before it. */
const afterValue = [' is not a phone number.', ' cannot be called:', `: ${unknownState}`] as const;
const notNumber = ' is not a number such as';
const noStatus = 'There is no status ';

const columnsOfRow = /^The row has \d+ values/;

/** Phone numbers, addresses and other words that are of the row; small numbers are of the rule. */
const withoutValues = (text: string) =>
  text
    .replace(columnsOfRow, 'The row has … values')
    .split(' ')
    .map((word) => (/@|\d{5}/.test(word) ? `…${/[.,;:]$/.exec(word)?.[0] ?? ''}` : word))
    .filter((word, at, all) => word !== '…' || all[at - 1] !== '…')
    .join(' ');

/** A reason without what it says of its row, so that all rows refused for one reason have the same. */
export function reasonGroup(reason: string): string {
  const tail = afterValue.find((one) => reason.includes(one));
  if (tail) return `…${reason.slice(reason.indexOf(tail))}`;
  const status = reason.indexOf(noStatus);
  if (status >= 0) return `${reason.slice(0, status + noStatus.length)}….`;
  const number = reason.indexOf(notNumber);
  // The name of the field stands before the value.
  if (number >= 0) return `${reason.slice(0, reason.indexOf(': '))}: …${reason.slice(number)}`;
  return withoutValues(reason);
}
