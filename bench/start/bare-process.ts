/** A minimal server with a database: Fastify and pg. Its argument is the database's URL. */
import { fastify } from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.argv[2] });
await pool.query('select 1');
const app = fastify();
app.get('/healthz', async () => ({ ok: true }));
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write('ready\n');
process.once('SIGTERM', () => void Promise.all([app.close(), pool.end()]).then(() => process.exit(0)));
