import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export interface SandboxDevice {
  _id: string;
  team: string;
  deviceName: string;
  UUID: string;
  location: string;
  lastHeartBeat: string | null;
  currentType: string;
  currentAssetId: string | null;
  currentPlaylistId: string | null;
  currentScheduleId: string | null;
  changedAt: string;
}

export interface SandboxAsset {
  _id: string;
  team: string;
  originalFileName: string;
  webLink: string;
  type: string;
  createdAt: string;
}

/** A display whose page has not asked for this long is offline; ms. */
const offlineMs = 30_000;

/** What hangs in a new team, as if somebody had paired three screens. */
const firstDisplays = [
  ['Sales floor', 'Above the call desks'],
  ['Lobby', 'Reception'],
  ['Break room', 'Second floor'],
] as const;

const id = () => randomBytes(12).toString('hex');

/** Teams, displays and assets of the signage sandbox. A team is whoever holds an API key. */
export class SignageStore {
  readonly #db: DatabaseSync;
  readonly #pushed: (deviceIds: readonly string[]) => void;

  /** @param pushed hears which displays were told to show something */
  constructor(database: DatabaseSync, pushed: (deviceIds: readonly string[]) => void = () => undefined) {
    this.#db = database;
    this.#pushed = pushed;
    database.exec(`
      CREATE TABLE IF NOT EXISTS device (
        _id TEXT PRIMARY KEY, team TEXT NOT NULL, deviceName TEXT NOT NULL, UUID TEXT NOT NULL,
        location TEXT NOT NULL, lastHeartBeat TEXT, currentType TEXT NOT NULL, currentAssetId TEXT,
        currentPlaylistId TEXT, currentScheduleId TEXT, changedAt TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS device_team ON device (team);
      CREATE TABLE IF NOT EXISTS asset (
        _id TEXT PRIMARY KEY, team TEXT NOT NULL, originalFileName TEXT NOT NULL, webLink TEXT NOT NULL,
        type TEXT NOT NULL, createdAt TEXT NOT NULL);
    `);
  }

  devices(team: string): SandboxDevice[] {
    const found = this.#db.prepare('SELECT * FROM device WHERE team = ? ORDER BY rowid').all(team);
    if (found.length > 0) return found as unknown as SandboxDevice[];
    for (const [name, location] of firstDisplays) this.addDevice(team, name, location);
    return this.devices(team);
  }

  allDevices(): SandboxDevice[] {
    return this.#db.prepare('SELECT * FROM device ORDER BY team, rowid').all() as unknown as SandboxDevice[];
  }

  device(deviceId: string): SandboxDevice | undefined {
    return this.#db.prepare('SELECT * FROM device WHERE _id = ?').get(deviceId) as unknown as
      | SandboxDevice
      | undefined;
  }

  addDevice(team: string, name: string, location: string): string {
    const _id = id();
    this.#db
      .prepare(`INSERT INTO device VALUES (?, ?, ?, ?, ?, NULL, 'NONE', NULL, NULL, NULL, ?)`)
      .run(_id, team, name, `sandbox-${_id.slice(0, 8)}`, location, new Date().toISOString());
    return _id;
  }

  heartbeat(deviceId: string): void {
    this.#db
      .prepare('UPDATE device SET lastHeartBeat = ? WHERE _id = ?')
      .run(new Date().toISOString(), deviceId);
  }

  statusOf({ lastHeartBeat }: SandboxDevice): 'ONLINE' | 'OFFLINE' {
    return lastHeartBeat && Date.now() - Date.parse(lastHeartBeat) < offlineMs ? 'ONLINE' : 'OFFLINE';
  }

  saveAsset(
    team: string,
    fields: { _id?: string; originalFileName: string; webLink: string; type: string },
  ): SandboxAsset {
    const _id = fields._id ?? id();
    const createdAt = new Date().toISOString();
    this.#db
      .prepare(
        `INSERT INTO asset VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (_id) DO UPDATE SET
         originalFileName = excluded.originalFileName, webLink = excluded.webLink`,
      )
      .run(_id, team, fields.originalFileName, fields.webLink, fields.type, createdAt);
    return this.asset(_id)!;
  }

  asset(assetId: string): SandboxAsset | undefined {
    return this.#db.prepare('SELECT * FROM asset WHERE _id = ?').get(assetId) as unknown as
      | SandboxAsset
      | undefined;
  }

  /** Shows a content on displays of the team. @throws when one of them, or the asset, is not the team's */
  push(
    team: string,
    deviceIds: string[],
    content: { type: string; assetId: string | null; playlistId: string | null; scheduleId: string | null },
  ): void {
    if (content.assetId && this.asset(content.assetId)?.team !== team) throw new Error('Asset not found');
    const known = new Set(this.devices(team).map(({ _id }) => _id));
    const unknown = deviceIds.find((deviceId) => !known.has(deviceId));
    if (unknown) throw new Error(`Device ${unknown} not found`);
    const update = this.#db.prepare(
      `UPDATE device SET currentType = ?, currentAssetId = ?, currentPlaylistId = ?, currentScheduleId = ?,
       changedAt = ? WHERE _id = ?`,
    );
    const { type, assetId, playlistId, scheduleId } = content;
    for (const deviceId of deviceIds)
      update.run(type, assetId, playlistId, scheduleId, new Date().toISOString(), deviceId);
    this.#pushed(deviceIds);
  }
}
