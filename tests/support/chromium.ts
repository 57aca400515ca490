/** The browser that npm brings, the same that renders exports; it is unpacked when it is first asked for. */
export async function chromiumPath(): Promise<string> {
  // Outside Lambda the package leaves out its own libraries unless it believes to be there.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x';
  const { default: sparticuz } = await import('@sparticuz/chromium');
  return sparticuz.executablePath();
}
