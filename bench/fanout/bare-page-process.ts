/** A bare Node server whose only page reads one row by its key: the cost of a request and a round trip to the database. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { serveMethods } from '../kit/remote.ts';

export type BarePageOptions = { databaseUrl: string };
const { databaseUrl } = JSON.parse(process.argv[2] ?? '') as BarePageOptions; // written by the benchmark

const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
const {
  rows: [first],
} = await pool.query<{ id: string }>('select id from sub_accounts limit 1');
const statement = {
  name: 'page',
  text: 'select id, account_name, remark, created_at from sub_accounts where id = $1',
  values: [first?.id],
};

const server = createServer(async (_request, response) => {
  const { rows } = await pool.query(statement);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: rows }));
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const { port } = server.address() as AddressInfo; // a listening TCP server has an address object

const methods = { ready: (_: null) => true, url: (_: null) => `http://127.0.0.1:${port}` };
export type BarePageMethods = typeof methods;

serveMethods(methods, async () => {
  server.closeAllConnections();
  server.close();
  await pool.end();
});
