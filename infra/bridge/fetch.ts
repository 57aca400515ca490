const fetchMs = 10_000;

/**
 * Fetches a file, of which no more than `mostBytes` come into memory.
 * @throws Error with a sentence's end, as `answered 404`
 */
export async function fetchFile(url: string, mostBytes: number): Promise<Buffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(fetchMs) });
  if (!answer.ok || !answer.body) throw new Error(`answered ${answer.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body) {
    bytes += part.length;
    if (bytes > mostBytes) throw new Error('too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
