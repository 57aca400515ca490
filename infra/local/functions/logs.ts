import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A function's log file is set aside once when it has grown beyond this; bytes. */
const maxLogBytes = 10 * 1024 * 1024;
/** Lines are gathered for this long before they are written; ms. */
const flushMs = 100;

/** True for a line that a person should see: an error or warning of the structured log, or of the console. */
function isAlarming(line: string, stream: 'out' | 'err'): boolean {
  if (line.startsWith('{')) return /"level":"(WARN|ERROR|CRITICAL)"/.test(line);
  return stream === 'err' && line.trim() !== '';
}

/** Fields that are in every line, and those that are told in words. */
const standardFields = new Set([
  'level',
  'message',
  'timestamp',
  'service',
  'sampling_rate',
  'xray_trace_id',
  'error',
]);

/**
 * A line as a person reads it: of one of the structured log what failed, its fields, and why and where in our own
 * sources.
 */
export function readable(line: string): string {
  if (!line.startsWith('{')) return line;
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const { level, message } = entry;
  const fields = Object.entries(entry)
    .filter(([name]) => !standardFields.has(name))
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const { name, message: why, stack } = (entry.error ?? {}) as Record<string, unknown>;
  const reason = why === undefined ? '' : ` – ${name}: ${why}`;
  const frame = /\bfunctions\/[^\s:()]+:\d+/.exec(String(stack ?? ''))?.[0];
  return `${level} ${message}${fields.join('')}${reason}${frame ? ` (${frame})` : ''}`;
}

/** The log files of all functions, and what of them goes to the terminal. */
export class FunctionLogs {
  private readonly folder: string;
  private readonly terminal: (line: string) => void;
  private readonly pending = new Map<string, string[]>();
  private timer: NodeJS.Timeout | undefined;

  constructor(folder: string, terminal: (line: string) => void) {
    this.folder = folder;
    this.terminal = terminal;
    mkdirSync(folder, { recursive: true });
  }

  line(name: string, text: string, stream: 'out' | 'err'): void {
    let lines = this.pending.get(name);
    if (!lines) {
      lines = [];
      this.pending.set(name, lines);
    }
    lines.push(`${new Date().toISOString()} ${text}\n`);
    if (isAlarming(text, stream)) this.terminal(`[${name}] ${readable(text)}`);
    this.timer ??= setTimeout(() => this.flush(), flushMs);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const [name, lines] of this.pending) {
      const file = join(this.folder, `${name}.log`);
      if (existsSync(file) && statSync(file).size > maxLogBytes) renameSync(file, `${file}.1`);
      appendFileSync(file, lines.join(''));
    }
    this.pending.clear();
  }
}
