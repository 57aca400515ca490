/**
 * `npm run asterisk:config -- --carrier 192.0.2.1:5060 --bind 198.51.100.7:5060 --password … OUT`, with
 * `--desk-phones 10.0.0.5:5060` where desk phones register: writes the same
 * configuration that `npm run asterisk` starts with, for an Asterisk 22 of Debian's packages elsewhere
 * (docs/asterisk.md).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { holdMusic, toneOf, wavOf } from '../wav.ts';
import { configFiles, foldersOf, noTenantMusic } from './config.ts';

/** Where Debian's packages and docs/asterisk.md have things. */
const installed = {
  folder: '/',
  modules: `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/asterisk/modules`,
  data: '/usr/share/asterisk',
  command: ['/usr/sbin/asterisk'],
};

function addressOf(text: string | undefined): { address: string; port: number } {
  const [, address, port] = /^([\d.]{7,15}):(\d{1,5})$/.exec(text ?? '') ?? [];
  if (!address || !port)
    throw new Error('--carrier, --bind and --desk-phones are an address and a port, as 192.0.2.1:5060.');
  return { address, port: Number(port) };
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      carrier: { type: 'string' },
      bind: { type: 'string' },
      'desk-phones': { type: 'string' },
      password: { type: 'string' },
    },
  });
  const [out] = positionals;
  if (!out) throw new Error('Name the folder to write into.');
  if (!values.password || values.password.length < 16)
    throw new Error('--password is the bridge’s ariPassword, of 16 characters or more.');
  const files = configFiles(
    {
      folder: '/var/lib/dealbell/asterisk',
      httpPort: 8088,
      carrierBind: addressOf(values.bind),
      carrier: addressOf(values.carrier),
      deskPhonesBind: values['desk-phones'] ? addressOf(values['desk-phones']) : undefined,
      rtpPorts: [10_000, 19_999],
      bridgePort: 3010,
      bridgePassword: values.password,
      plansFolder: '/var/lib/dealbell/bridge/plans',
    },
    installed,
  );
  for (const folder of Object.values(foldersOf(out))) mkdirSync(folder, { recursive: true });
  // It holds a password.
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(out, 'etc', name), text, { mode: 0o640 });
  writeFileSync(join(out, 'music', 'hold.wav'), wavOf(holdMusic()));
  writeFileSync(join(out, 'silence', 'silence.wav'), wavOf(toneOf(0, 10)));
  writeFileSync(join(foldersOf(out).tenantMusic, 'none.conf'), noTenantMusic);
  console.log(`Wrote ${Object.keys(files).length} files into ${join(out, 'etc')}, and the music beside it`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
