/**
 * One line of a CSV file (RFC 4180). What a spreadsheet would run as a formula is given a leading apostrophe, as
 * OWASP advises; line breaks and quotation marks stay what they are inside their field.
 */
export const csvRow = (fields: readonly string[]): string =>
  `${fields.map((value) => `"${value.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`).join(',')}\r\n`;
