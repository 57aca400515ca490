import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the local cloud keeps what AWS would have refused; a test run with lines in it has failed. */
export const faultsFile = (stateDir: string): string => join(stateDir, 'faults.log');

/** Things that work on this machine alone are told at once, and kept for whoever ran the local cloud. */
export class Faults {
  readonly lines: string[] = [];
  private readonly stateDir: string;
  private readonly terminal: (line: string) => void;

  constructor(stateDir: string, terminal: (line: string) => void) {
    this.stateDir = stateDir;
    this.terminal = terminal;
  }

  report(line: string): void {
    // The same again and again is one defect.
    if (this.lines.includes(line)) return;
    this.lines.push(line);
    appendFileSync(faultsFile(this.stateDir), `${line}\n`);
    this.terminal(`AWS would not do this: ${line}`);
  }
}
