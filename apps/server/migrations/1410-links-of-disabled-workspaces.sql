-- The split links of a workspace lead nowhere while its owner or tenant is disabled: a change of either is announced, like all that
-- decides where a link leads.
create trigger users_announced after update of disabled on users
  for each row when (old.disabled is distinct from new.disabled) execute function announce_split_links();

create function announce_split_links_of_tenant() returns trigger language plpgsql as $$
begin
  perform pg_notify('split-links:changed', w.id::text) from workspaces w
  where w.tenant_id = new.id and exists (select from split_links l where l.workspace_id = w.id);
  return null;
end $$;
create trigger tenants_announced after update of enabled on tenants
  for each row when (old.enabled is distinct from new.enabled) execute function announce_split_links_of_tenant();
