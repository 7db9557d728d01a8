// Starts one PostgreSQL for the whole run and fills one template database, of which every test file gets a copy.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Connection } from '../../server/db/cluster.ts';
import { startPostgres } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An address that may create and drop databases. */
    clusterUrl: string;
    templateName: string;
  }
}

/** TEST_DATABASE_URL runs the same tests on an outside PostgreSQL, whose user must be allowed to create databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  const templateName = `istock_template_${process.pid}_${project.name}`;
  await command(cluster.url, `create database ${templateName} encoding 'UTF8' template template0`);
  const template = await openDatabase({ dataDir: '', databaseUrl: databaseAt(cluster.url, templateName) });
  await migrate(template).finally(template.close);
  project.provide('clusterUrl', cluster.url);
  project.provide('templateName', templateName);
  return () => cluster.end(templateName);
}

const startCluster = async (): Promise<{ url: string; end: (templateName: string) => Promise<void> }> => {
  const outside = process.env.TEST_DATABASE_URL;
  if (outside)
    return {
      url: outside,
      end: (templateName) => command(outside, `drop database if exists ${templateName} with (force)`),
    };
  const dataDir = await mkdtemp(path.join(tmpdir(), 'istock-test-'));
  const server = await startPostgres({ dataDir, isForgetful: true });
  // Its databases go with its folder.
  const end = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: urlOf(server.connection), end };
};

export const urlOf = ({ host, port, user, password, database }: Connection): string =>
  `postgres://${user}:${password}@localhost:${port}/${database}?${new URLSearchParams({ host })}`;

export const databaseAt = (url: string, name: string): string => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

/** Runs one statement that PostgreSQL does not allow inside a transaction. */
export const command = async (url: string, sql: string): Promise<void> => {
  const database = await openDatabase({ dataDir: '', databaseUrl: url });
  await database.query(sql).finally(database.close);
};
