import { startCloud } from './cloud.ts';

/** Starts the unit-test cloud before the first worker, which inherits the environment set here. */
export default async function setup(): Promise<() => Promise<void>> {
  const cloud = await startCloud();
  Object.assign(process.env, cloud.env);
  return cloud.stop;
}
