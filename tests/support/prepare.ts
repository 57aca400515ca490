import { Product } from './product.ts';

/**
 * Builds the pages and the functions and makes the demo tenant before the first test file of the whole product, whose
 * waits would otherwise include the building. Nothing is done where it was done for the same sources before.
 */
export default async function setup(): Promise<void> {
  await Product.prepare();
}
