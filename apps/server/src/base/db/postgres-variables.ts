/**
 * Removes libpq's variables (PGOPTIONS, PGHOST, PGSSLMODE, …) from a process's environment. node-postgres reads them wherever an
 * address leaves something open, so one that was set for `psql` would change what our connections do, those to the
 * embedded database too; DATABASE_URL alone says how to connect. Their
 * names, as libpq's documentation lists them ("Environment Variables"), are PG and capitals.
 */
export function ignorePostgresVariables(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(variables)) {
    if (/^PG[A-Z]+$/.test(name)) delete variables[name];
  }
}
