import { join } from 'node:path';
import { dialPlan } from './dial-plan.ts';
import { loadedModules } from './modules.ts';
import type { Tree } from './tree.ts';

/** A network that calls come from and go to: it is known by its address alone, so nobody else may have that. */
export interface Carrier {
  /** The address and port that its calls come from and are sent to. */
  address: string;
  port: number;
}

export interface AsteriskOptions {
  /** Where its state, logs and recordings lie. */
  folder: string;
  /** Of the websocket that browsers' phones connect to, and of ARI over HTTP, which only this machine reaches. */
  httpPort: number;
  /** The address and port where calls of the carrier arrive; a transport of its own. */
  carrierBind: { address: string; port: number };
  carrier: Carrier;
  /** The address and port where desk phones register, of the office's own network; without it, no desk phone can. */
  deskPhonesBind?: { address: string; port: number } | undefined;
  /** First and last port of sound. */
  rtpPorts: [number, number];
  /** Where the bridge waits for Asterisk's connection, and the password that it wants. */
  bridgePort: number;
  bridgePassword: string;
  /** Where the bridge lays down dial plans that were deployed. */
  plansFolder: string;
}

const section = (name: string, values: Record<string, string | number>): string =>
  [`[${name}]`, ...Object.entries(values).map(([key, value]) => `${key} = ${value}`), ''].join('\n');

export const foldersOf = (folder: string) => ({
  etc: join(folder, 'etc'),
  lib: join(folder, 'lib'),
  keys: join(folder, 'lib/keys'),
  log: join(folder, 'log'),
  run: join(folder, 'run'),
  spool: join(folder, 'spool'),
  recordings: join(folder, 'spool/recording'),
  music: join(folder, 'music'),
  silence: join(folder, 'silence'),
  /** Where the bridge puts tenants' own music, with a file of configuration for each. */
  tenantMusic: join(folder, 'tenant-music'),
});

/** An include that matches nothing would keep a module from loading. */
export const noTenantMusic = '; what the bridge adds stands beside this file\n';

/** All files of Asterisk's configuration, by name. */
export function configFiles(options: AsteriskOptions, tree: Tree): Record<string, string> {
  const at = foldersOf(options.folder);
  return {
    'asterisk.conf':
      section('directories', {
        astetcdir: at.etc,
        astmoddir: tree.modules,
        astvarlibdir: at.lib,
        astdbdir: at.lib,
        astkeydir: at.lib,
        astdatadir: tree.data,
        astagidir: at.lib,
        astspooldir: at.spool,
        astrundir: at.run,
        astlogdir: at.log,
        astsbindir: join(tree.folder, 'usr/sbin'),
      }) +
      section('options', { live_dangerously: 'no', documentation_language: 'en_US', systemname: 'dealbell' }),
    'modules.conf': `[modules]\nautoload = no\n${loadedModules.map((name) => `load = ${name}.so`).join('\n')}\n`,
    'logger.conf': `${section('general', {})}[logfiles]\nmessages => notice,warning,error\n`,
    'http.conf': section('general', {
      enabled: 'yes',
      bindaddr: '127.0.0.1',
      bindport: options.httpPort,
      sessionlimit: 1000,
    }),
    'websocket_client.conf': section('bridge', {
      type: 'websocket_client',
      connection_type: 'persistent',
      uri: `ws://127.0.0.1:${options.bridgePort}/ari`,
      protocols: 'ari',
      username: 'asterisk',
      password: options.bridgePassword,
      reconnect_interval: 500,
    }),
    // Nobody connects to ARI from outside: its one user is whom the outbound connection acts for.
    'ari.conf':
      section('general', { enabled: 'yes', websocket_write_timeout: 2000 }) +
      section('dealbell', { type: 'user', read_only: 'no', password: options.bridgePassword }) +
      section('bridge', {
        type: 'outbound_websocket',
        websocket_client_id: 'bridge',
        apps: 'dealbell',
        subscribe_all: 'yes',
        local_ari_user: 'dealbell',
      }),
    'pjsip.conf': pjsip(options),
    // Phones are put into Asterisk's database by the bridge, and stay over a restart; the carrier stands in the file.
    'sorcery.conf': section('res_pjsip', {
      'endpoint/dynamic': 'astdb,ps_endpoints',
      endpoint: 'config,pjsip.conf,criteria=type=endpoint',
      'auth/dynamic': 'astdb,ps_auths',
      auth: 'config,pjsip.conf,criteria=type=auth',
      'aor/dynamic': 'astdb,ps_aors',
      aor: 'config,pjsip.conf,criteria=type=aor',
      'contact/dynamic': 'astdb,registrar',
    }),
    'rtp.conf': section('general', {
      rtpstart: options.rtpPorts[0],
      rtpend: options.rtpPorts[1],
      strictrtp: 'yes',
      icesupport: 'yes',
    }),
    'musiconhold.conf':
      section('default', { mode: 'files', directory: at.music, sort: 'alpha' }) +
      section('none', { mode: 'files', directory: at.silence, sort: 'alpha' }) +
      `#include "${at.tenantMusic}/*.conf"\n`,
    'extensions.conf': `${dialPlan}\n#include "${options.plansFolder}/*.conf"\n`,
    // Silence that tells a person from a machine, as measured: "Hello?" is a person after 0.8 s.
    'amd.conf': section('general', {
      total_analysis_time: 5000,
      initial_silence: 2500,
      after_greeting_silence: 800,
      greeting: 1500,
      min_word_length: 100,
      maximum_word_length: 5000,
      between_words_silence: 50,
      maximum_number_of_words: 3,
      silence_threshold: 256,
    }),
    'indications.conf':
      section('general', { country: 'us' }) +
      section('us', {
        description: 'United States',
        ringcadence: '2000,4000',
        dial: '350+440',
        busy: '480+620/500,0/500',
        ring: '440+480/2000,0/4000',
        congestion: '480+620/250,0/250',
      }),
    'features.conf': section('general', {}),
    'udptl.conf': section('general', {}),
    'stasis.conf': section('threadpool', { max_size: 50 }),
    'cdr.conf': section('general', { enable: 'no' }),
    'cel.conf': section('general', { enable: 'no' }),
    'manager.conf': section('general', { enabled: 'no' }),
    'ccss.conf': section('general', {}),
    'acl.conf': '',
    'geolocation.conf': '',
    'pjproject.conf': '',
  };
}

function pjsip({ carrier, carrierBind, deskPhonesBind }: AsteriskOptions): string {
  const udp = ({ address, port }: { address: string; port: number }) => ({
    type: 'transport',
    protocol: 'udp',
    bind: `${address}:${port}`,
  });
  return [
    section('global', { type: 'global', user_agent: 'Dealbell', endpoint_identifier_order: 'username,ip' }),
    section('phones', { type: 'transport', protocol: 'ws', bind: '127.0.0.1' }),
    section('carrier-transport', udp(carrierBind)),
    ...(deskPhonesBind ? [section('desk-phones', udp(deskPhonesBind))] : []),
    section('carrier', {
      type: 'endpoint',
      transport: 'carrier-transport',
      context: 'from-carrier',
      identify_by: 'ip',
      disallow: 'all',
      allow: 'ulaw,alaw',
      aors: 'carrier',
      allow_transfer: 'no',
      direct_media: 'no',
      rtp_symmetric: 'yes',
      dtmf_mode: 'rfc4733',
      language: 'en_US_f_Allison',
      // Emergency calls say where their phone stands (dial-plan.ts); on others nothing is said.
      geoloc_outgoing_call_profile: '<prefer_incoming>',
      // A carrier that sends no sound for so long is gone; seconds.
      rtp_timeout: 120,
      rtp_timeout_hold: 7200,
    }),
    section('carrier', { type: 'aor', contact: `sip:${carrier.address}:${carrier.port}` }),
    section('carrier', { type: 'identify', endpoint: 'carrier', match: carrier.address, srv_lookups: 'no' }),
  ].join('\n');
}
