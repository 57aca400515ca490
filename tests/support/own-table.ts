import { createTable } from './table.ts';

/**
 * Gives a process of tests a table of its own, before any module reads the table's name. Files that follow one another in
 * a process share it.
 */
const shared = globalThis as { tableOfTests?: string };
if (!shared.tableOfTests) {
  shared.tableOfTests = `${process.env.TABLE_NAME}-${process.pid}`;
  await createTable(process.env.AWS_ENDPOINT_URL_DYNAMODB!, shared.tableOfTests);
}
process.env.TABLE_NAME = shared.tableOfTests;
