import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import type { Deadline } from './deadline.ts';

/** Counts what vitest ran; a file that could not be loaded and an error outside any test count as failed. */
export class CountReporter implements Reporter {
  passed = 0;
  failed = 0;
  /** A line for each failure: its file, its test and the first line of what went wrong. */
  failures: string[] = [];
  /** What the browser's pages showed when a test failed, a line each. */
  pages: string[] = [];
  /** The files, relative to the root, that failed tests are in, and how many tests passed in those files. */
  failedFiles: string[] = [];
  passedInFailedFiles = 0;
  /** Errors outside any test: no second run can tell whether they come again. */
  outside = 0;
  /** Seconds of the tests and hooks of each file, longest first. */
  times: [file: string, seconds: number][] = [];
  private readonly deadline: Deadline | undefined;

  /** @param deadline what may cut the run short; it hears of the end before this does */
  constructor(deadline?: Deadline) {
    this.deadline = deadline;
  }

  onTestRunEnd(modules: readonly TestModule[], allErrors: readonly unknown[]): void {
    // A file that the deadline ended loses its pages in the middle of a wait.
    const unhandledErrors = allErrors.filter((error) => !this.deadline?.leftOut.includes(fileOf(error)));
    this.passed = 0;
    this.failed = unhandledErrors.length;
    this.outside = unhandledErrors.length;
    this.failures = unhandledErrors.map((error) => `outside any test: ${firstLine(error)}`);
    this.pages = [];
    const files = new Set<string>();
    for (const module of modules) {
      for (const error of module.errors()) this.fail(module, files, 'the file', error);
      // What comes before or after the tests of a `describe` is no test that could fail.
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) this.fail(module, files, suite.fullName, error);
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') this.passed++;
        if (state !== 'failed') continue;
        this.fail(module, files, test.fullName, errors?.[0]);
        this.pages.push(...(test.meta().pages ?? []).map((page) => `${module.relativeModuleId} ${page}`));
      }
    }
    this.times = modules
      .map((module): [string, number] => [module.relativeModuleId, module.diagnostic().duration / 1000])
      .sort(([, one], [, other]) => other - one);
    this.failedFiles = [...files];
    this.passedInFailedFiles = modules
      .filter((module) => files.has(module.relativeModuleId))
      .flatMap((module) => [...module.children.allTests('passed')]).length;
  }

  get line(): string {
    return `${this.passed} passed, ${this.failed} failed`;
  }

  private fail(module: TestModule, files: Set<string>, name: string, error: unknown): void {
    this.failed++;
    files.add(module.relativeModuleId);
    this.failures.push(`${module.relativeModuleId} > ${name}: ${firstLine(error)}${lineOf(error)}`);
  }
}

/** Where in the tests it went wrong: ` (canvas.test.ts:20)`, or nothing where no test's line is in the stack. */
function lineOf(error: unknown): string {
  const stack = typeof error === 'object' && error && 'stack' in error ? String(error.stack) : '';
  const at = stack.split('\n').find((line) => line.includes('.test.ts:'));
  const name = at
    ?.slice(at.lastIndexOf('/') + 1)
    .split(':', 2)
    .join(':');
  return name ? ` (${name})` : '';
}

/** The file, relative to the root, that an error outside any test came from; nothing where vitest does not know it. */
function fileOf(error: unknown): string {
  const path =
    typeof error === 'object' && error && 'VITEST_TEST_PATH' in error ? String(error.VITEST_TEST_PATH) : '';
  return relative(process.cwd(), path);
}

function firstLine(error: unknown): string {
  const message = typeof error === 'object' && error && 'message' in error ? error.message : error;
  return String(message).split('\n', 1)[0]?.slice(0, 300) ?? '';
}
