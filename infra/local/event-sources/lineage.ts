import { createHash, randomBytes } from 'node:crypto';

/**
 * How often a chain of messages has passed each function. Lambda writes it into the trace header of an invocation,
 * the SDK sends that header with what the function asks for, and SQS keeps it with a message that is sent: so Lambda
 * sees a message come back.
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
export const loopLimit = 16;

type Counts = Map<string, number>;

/** A function as a lineage names it. */
const markOf = (functionName: string): string =>
  createHash('sha256').update(functionName).digest('hex').slice(0, 8);

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

function partOf(header: string | undefined, name: string): string | undefined {
  const part = header?.split(';').find((one) => one.startsWith(`${name}=`));
  return part?.slice(name.length + 1);
}

function countsOf(header: string | undefined): Counts {
  const marks = partOf(header, 'Lineage')?.split('|') ?? [];
  return new Map(
    marks.map((mark) => {
      const [name = '', count = '0'] = mark.split(':');
      return [name, Number(count) || 0];
    }),
  );
}

/** How often what carries this header has passed the function by way of queues. */
export const passesOf = (header: string | undefined, functionName: string): number =>
  countsOf(header).get(markOf(functionName)) ?? 0;

/**
 * The trace header of an invocation by messages with these headers; none for one that begins a chain. What is sent
 * during it has the most passes of any of them, as nobody can tell which message it was sent for.
 */
export function traceOf(functionName: string, headers: (string | undefined)[]): string {
  const counts: Counts = new Map();
  for (const header of headers)
    for (const [mark, count] of countsOf(header)) counts.set(mark, Math.max(count, counts.get(mark) ?? 0));
  const own = markOf(functionName);
  counts.set(own, headers.length === 0 ? 0 : (counts.get(own) ?? 0) + 1);
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  const root =
    partOf(
      headers.find((header) => partOf(header, 'Root')),
      'Root',
    ) ?? `1-${seconds}-${hex(12)}`;
  const lineage = [...counts].map(([mark, count]) => `${mark}:${count}`).join('|');
  return `Root=${root};Parent=${hex(8)};Sampled=0;Lineage=${lineage}`;
}
