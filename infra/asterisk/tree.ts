import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where things lie in the unpacked packages. */
export interface Tree {
  folder: string;
  modules: string;
  /** With documentation and sounds; Asterisk's astdatadir. */
  data: string;
  /** The program and first arguments that start Asterisk with the packages' own libraries. */
  command: string[];
}

/** @throws Error when the folder holds no unpacked Asterisk */
export function treeOf(folder: string): Tree {
  const libraries = join(folder, 'usr/lib');
  const triple = readdirSync(libraries).find((name) => existsSync(join(libraries, name, 'asterisk/modules')));
  if (!triple) throw new Error(`There is no Asterisk in ${folder}.`);
  const lib = join(libraries, triple);
  const linker = readdirSync(lib).find((name) => /^ld-linux.*\.so\.\d$/.test(name));
  // Elsewhere than on amd64 the loader's package puts it one folder up.
  const loader = linker
    ? join(lib, linker)
    : join(libraries, readdirSync(libraries).find((name) => name.startsWith('ld-linux'))!);
  return {
    folder,
    modules: join(lib, 'asterisk/modules'),
    data: join(folder, 'usr/share/asterisk'),
    command: [loader, '--library-path', lib, join(folder, 'usr/sbin/asterisk')],
  };
}
