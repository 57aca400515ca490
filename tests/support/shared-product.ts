import type { TestProject } from 'vitest/node';
import { chromiumPath } from './chromium.ts';
import { Product } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The product that all files of the project call. */
    sharedProduct: { port: number; stateDir: string };
  }
}

/**
 * One product for all files of a project, because starting it and loading its functions takes longer than many a
 * story. Each file makes a workspace of its own in it (workspace.ts).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Two files that unpack it at once would hinder each other.
  await chromiumPath();
  const product = await Product.start();
  project.provide('sharedProduct', { port: product.port, stateDir: product.stateDir });
  return () => product.stop();
}
