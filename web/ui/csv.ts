/** A cell that a spreadsheet shows as text: what would begin a formula there is led by an apostrophe. */
function cell(value: string | number): string {
  const text =
    typeof value === 'number' ? String(value) : value.replace(/^[\s]*[=+\-@]/, (start) => `'${start}`);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180: commas, quotes doubled, lines ended by CR LF. */
export const csv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

export function download(filename: string, text: string): void {
  // With a mark, so that spreadsheets read it as UTF-8.
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  URL.revokeObjectURL(url);
}
