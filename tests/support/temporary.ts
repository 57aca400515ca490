import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps what lies here in memory. */
const inMemory = '/dev/shm';
/** A run leaves well under a tenth of this behind at any time; bytes. */
const enoughFree = 4 * 1024 ** 3;

function roomInMemory(): boolean {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= enoughFree;
  } catch {
    return false;
  }
}

/**
 * A new folder for the state of a test's cloud, in memory where there is room: the databases in it wait for the disk
 * at each write. A process that is killed loses no more there than on a disk.
 */
export const stateFolder = (prefix: string): string =>
  mkdtempSync(join(!process.env.TMPDIR && roomInMemory() ? inMemory : tmpdir(), prefix));
