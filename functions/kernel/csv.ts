/** What a spreadsheet would run: all that begins as a formula does, but for a plain number such as +12125550123. */
const formula = /^(?=[=@\t\r]|[+-](?!\d+(\.\d+)?$))/;

/**
 * One line of a CSV file (RFC 4180). What a spreadsheet would run as a formula is given a leading apostrophe, as
 * OWASP advises; line breaks and quotation marks stay what they are inside their field.
 */
export const csvRow = (fields: readonly string[]): string =>
  `${fields.map((value) => `"${value.replace(formula, "'").replaceAll('"', '""')}"`).join(',')}\r\n`;
