import { join } from 'node:path';
import { type Database, openDatabase } from '../sqlite.ts';

/** What event source mappings remember over a restart: how far a shard was read. */
export class MappingState {
  private readonly db: Database;

  constructor(stateDir: string) {
    this.db = openDatabase(
      stateDir === ':memory:' ? ':memory:' : join(stateDir, 'event-sources.db'),
      `CREATE TABLE IF NOT EXISTS checkpoints (mapping TEXT, stream TEXT, shard TEXT, sequence TEXT NOT NULL,
         PRIMARY KEY (mapping, stream, shard)) STRICT;
       DROP TABLE IF EXISTS in_flight;`,
    );
  }

  checkpoint(mapping: string, stream: string, shard: string): string | undefined {
    const row = this.db
      .sql('SELECT sequence FROM checkpoints WHERE mapping = ? AND stream = ? AND shard = ?')
      .get(mapping, stream, shard) as { sequence: string } | undefined;
    return row?.sequence;
  }

  setCheckpoint(mapping: string, stream: string, shard: string, sequence: string): void {
    this.db
      .sql('INSERT OR REPLACE INTO checkpoints (mapping, stream, shard, sequence) VALUES (?, ?, ?, ?)')
      .run(mapping, stream, shard, sequence);
  }

  close(): void {
    this.db.close();
  }
}
