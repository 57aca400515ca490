import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  BaseSequencer,
  type Reporter,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node';

/** What vitest notes at tests that a cancelled run did not come to. */
const abortedNote = 'aborted';

/** Whether the tests of a file were all come to: vitest leaves those after a cancellation as pending or skipped. */
function wasRunWhole(module: TestModule): boolean {
  const tests = [...module.children.allTests()];
  // Of a file that was not begun no test is known; one that could not be loaded has failed.
  if (tests.length === 0) return module.state() === 'failed';
  return tests.every((test) => {
    const result = test.result();
    return result.state !== 'pending' && !(result.state === 'skipped' && result.note?.includes(abortedNote));
  });
}

/**
 * Lets no file begin after a time, so that CI ends within its limit however slow its machine is: what it had no time
 * for is named in the log and does not count as passed.
 */
export class Deadline implements Reporter {
  /** The files, relative to the root, that were not run to their end. */
  leftOut: string[] = [];
  private vitest: Vitest | undefined;
  private timer: NodeJS.Timeout | undefined;
  private files: string[] = [];
  private readonly until: number;

  /** @param until seconds since 1970 */
  constructor(until: number) {
    this.until = until;
  }

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    // Not sooner: a run that is cancelled before it has begun goes on.
    const ms = Math.max(0, this.until * 1000 - Date.now());
    this.timer = setTimeout(() => void this.vitest?.cancelCurrentRun('keyboard-input'), ms);
    this.files = specifications.map(({ moduleId, project }) =>
      moduleId.slice(project.config.root.length + 1),
    );
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    clearTimeout(this.timer);
    const whole = new Set(modules.filter(wasRunWhole).map((module) => module.relativeModuleId));
    this.leftOut = this.files.filter((file) => !whole.has(file));
  }
}

/** A copy of the source without its history goes by the day. */
function commitOrDay(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return new Date().toISOString().slice(0, 10);
  }
}

/** Another order at each commit, so that what a deadline leaves out of one run is among the first of a later one. */
export class OrderOfCommit extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const commit = commitOrDay();
    const place = new Map(
      files.map((file) => [file, createHash('sha1').update(`${commit}${file.moduleId}`).digest('hex')]),
    );
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return files.toSorted(
      (one, other) => group(one) - group(other) || (place.get(one)! < place.get(other)! ? -1 : 1),
    );
  }
}
