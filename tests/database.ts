// Gives a test file a new, migrated database of its own on the cluster of this run.
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { openDatabase, type Database } from '../server/db/open.ts';
import { command, databaseAt } from './setup/cluster.ts';

export type TestDatabase = Database & {
  /** For a test that starts a server of its own on this database. */
  url: string;
};

/** Call it in beforeAll, and `close()` in afterAll: that also drops the database. */
export const openTestDatabase = async (): Promise<TestDatabase> => {
  const name = `istock_${randomBytes(6).toString('hex')}`;
  await command(inject('clusterUrl'), `create database ${name} template ${inject('templateName')}`);
  const url = databaseAt(inject('clusterUrl'), name);
  const database = await openDatabase({ dataDir: '', databaseUrl: url });
  const close = async (): Promise<void> => {
    await database.close();
    await command(inject('clusterUrl'), `drop database if exists ${name} with (force)`);
  };
  return { ...database, url, close };
};
