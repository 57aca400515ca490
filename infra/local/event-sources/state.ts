import { join } from 'node:path';
import { type Database, openDatabase } from '../sqlite.ts';

/** What event source mappings remember over a restart: how far a shard was read, and what was being worked on. */
export class MappingState {
  private readonly db: Database;

  constructor(stateDir: string) {
    this.db = openDatabase(
      stateDir === ':memory:' ? ':memory:' : join(stateDir, 'event-sources.db'),
      `CREATE TABLE IF NOT EXISTS checkpoints (mapping TEXT, stream TEXT, shard TEXT, sequence TEXT NOT NULL,
         PRIMARY KEY (mapping, stream, shard)) STRICT;
       CREATE TABLE IF NOT EXISTS in_flight (queue TEXT, receipt TEXT, PRIMARY KEY (queue, receipt)) STRICT;`,
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

  took(queue: string, receipts: string[]): void {
    this.db.transaction(() => {
      for (const receipt of receipts)
        this.db.sql('INSERT OR IGNORE INTO in_flight (queue, receipt) VALUES (?, ?)').run(queue, receipt);
    });
  }

  done(queue: string, receipts: string[]): void {
    this.db.transaction(() => {
      for (const receipt of receipts)
        this.db.sql('DELETE FROM in_flight WHERE queue = ? AND receipt = ?').run(queue, receipt);
    });
  }

  /** Receipts of messages that were being worked on when the process ended; forgets them. */
  interrupted(queue: string): string[] {
    const rows = this.db.sql('SELECT receipt FROM in_flight WHERE queue = ?').all(queue) as {
      receipt: string;
    }[];
    this.db.sql('DELETE FROM in_flight WHERE queue = ?').run(queue);
    return rows.map(({ receipt }) => receipt);
  }

  close(): void {
    this.db.close();
  }
}
