/**
 * Removes libpq's variables (PGOPTIONS, PGHOST, PGSSLMODE, …) from a process's environment. node-postgres reads them
 * for everything that a connection URL leaves open, so a variable set for `psql` would change the server's
 * connections, including those to the embedded database; DATABASE_URL alone decides how to connect. As libpq's
 * documentation lists them ("Environment Variables"), their names are PG followed by capital letters.
 */
export function ignorePostgresVariables(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(variables)) {
    if (/^PG[A-Z]+$/.test(name)) delete variables[name];
  }
}
