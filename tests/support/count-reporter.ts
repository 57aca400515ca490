import type { Reporter, TestModule } from 'vitest/node';

/** Counts what vitest ran; a file that could not be loaded and an error outside any test count as failed. */
export class CountReporter implements Reporter {
  passed = 0;
  failed = 0;

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.passed = 0;
    this.failed = unhandledErrors.length;
    for (const module of modules) {
      this.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') this.passed++;
        if (state === 'failed') this.failed++;
      }
    }
  }

  get line(): string {
    return `${this.passed} passed, ${this.failed} failed`;
  }
}
