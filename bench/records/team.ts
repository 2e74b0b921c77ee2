/** Writes ten thousand sub-accounts with their sessions, ports and proxies, bypassing the modules. */
import type pg from 'pg';

/** Returns the ids of the sub-accounts. */
export async function fillTeam(
  client: pg.Client,
  { workspaceId, size }: { workspaceId: string; size: number },
): Promise<string[]> {
  await client.query('begin');
  const { rows } = await client.query<{ id: string }>(subAccounts, [workspaceId, size]);
  const ids = rows.map(({ id }) => id);
  for (const statement of [accounts, socialAccounts, portLeases, pastSessions, proxies])
    await client.query(statement, statement === proxies ? [workspaceId] : [workspaceId, ids]);
  await client.query('update workspaces set ports = 100000 where id = $1', [workspaceId]);
  await client.query('commit');
  await client.query('vacuum analyze');
  return ids;
}

const subAccounts = `
  insert into sub_accounts (workspace_id, id, account_name, password_hash, remark, status, platforms, port_mode,
                            port_limit, created_at)
  select $1, gen_random_uuid(), substr(md5($1::uuid::text || n), 1, 8), 'none', (array['Night shift', '夜班', 'EU', ''])[1 + n % 4]
    || ' ' || n, case when n % 9 = 0 then 'disabled' else 'normal' end,
    case when n % 5 = 0 then array['webchat', 'telegram'] end, case when n % 20 = 0 then 'fixed' else 'dynamic' end, 3,
    now() - n * interval '1 minute'
  from generate_series(1, $2::int) n returning id`;

const accounts = `
  insert into character_accounts (workspace_id, account_id, unlimited, auto_below, auto_amount)
  select $1, id, n % 3 = 0, case when n % 7 = 0 and n % 3 > 0 then 1000 end, case when n % 7 = 0 and n % 3 > 0 then 5000 end
  from unnest($2::uuid[]) with ordinality as s(id, n)`;

// Held by a nonexistent process for longer than the benchmark takes, so that the server leaves them alone.
const socialAccounts = `
  insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials,
                               state, holder, held_until)
  select $1, gen_random_uuid(), (array['telegram', 'whatsapp', 'line'])[m], 'Shop ' || n, n || '-' || m, '@shop' || n, id,
    '', case when (n + m) % 3 = 0 then 'online' else 'offline' end, gen_random_uuid(), now() + interval '1 day'
  from unnest($2::uuid[]) with ordinality as s(id, n), generate_series(1, 3) m`;

const portLeases = `
  insert into port_leases (workspace_id, social_account_id, id, sub_account_id, holder, taken_at, leased_until)
  select workspace_id, id, gen_random_uuid(), sub_account_id, holder, now() - random() * interval '1 day', held_until
  from social_accounts where workspace_id = $1 and state = 'online' and sub_account_id = any($2::uuid[])`;

const pastSessions = `
  insert into past_sessions (workspace_id, id, social_account_id, sub_account_id, platform, started_at, ended_at, ended)
  select workspace_id, gen_random_uuid(), id, sub_account_id, platform, now() - (n + 1) * interval '1 day',
    now() - n * interval '1 day' - random() * interval '1 day', 'logged-out'
  from social_accounts, generate_series(0, 29) n where workspace_id = $1 and sub_account_id = any($2::uuid[])`;

const proxies = `
  insert into proxies (workspace_id, id, name, network_protocol, host, port, user_name, password, range, status)
  select $1, gen_random_uuid(), 'Exit ' || n, (array['http', 'https', 'socks5'])[1 + n % 3], 'proxy-' || n || '.example',
    8080, 'user', '', 'all', (array['untested', 'working', 'failing'])[1 + n % 3]
  from generate_series(1, 5000) n`;
